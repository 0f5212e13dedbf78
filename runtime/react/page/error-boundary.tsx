import { Component } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../words.tsx';

interface Props {
  /** Told of the bug; it reports and leads away, and where it leads nowhere the person reads a calm page. */
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** What is shown when the page itself has a bug. Answers already saved are not affected. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? <Calm /> : this.props.children;
  }
}

function Calm() {
  const say = useSay();
  return (
    <div className="page" role="alert">
      <h1>{say('failure.title')}</h1>
      <p className="copy">{say('failure.kept')}</p>
      <button type="button" className="button button-primary" onClick={() => location.reload()}>
        {say('failure.again')}
      </button>
    </div>
  );
}
