import { Component } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../words.tsx';

interface Props {
  /** Told of the bug, whose text may hold answers. */
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/**
 * Stands around one widget: what it throws while it is drawn takes its own place down and nothing else. The answers are
 * the store's, so drawing it again loses none.
 */
export class WidgetBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? <Failed again={() => this.setState({ failed: false })} /> : this.props.children;
  }
}

function Failed({ again }: { readonly again: () => void }) {
  const say = useSay();
  return (
    <div className="notice notice-error" role="alert" data-failed="widget">
      <p>{say('failure.part')}</p>
      <button type="button" className="link" onClick={again}>
        {say('failure.partAgain')}
      </button>
    </div>
  );
}
