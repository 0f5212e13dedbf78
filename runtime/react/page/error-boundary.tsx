import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import type { Say } from '../../core/index.ts';

interface Props {
  /** Told of the bug; it reports, the person reads a calm page. */
  readonly onError: (error: Error, info: ErrorInfo) => void;
  readonly say: Say;
  readonly phone?: string | undefined;
  readonly children: ReactNode;
}

/** What is shown when the page itself has a bug. Answers already saved are not affected. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    this.props.onError(error, info);
  }

  override render(): ReactNode {
    const { say, phone, children } = this.props;
    if (!this.state.failed) return children;
    return (
      <div className="page" role="alert">
        <h1>{say('failure.title')}</h1>
        <p className="copy">{say('failure.kept')}</p>
        {phone ? (
          <p className="copy">
            {say('frame.call')} {phone}
          </p>
        ) : null}
        <div className="actions">
          <button type="button" className="button button-primary" onClick={() => location.reload()}>
            {say('failure.again')}
          </button>
        </div>
      </div>
    );
  }
}
