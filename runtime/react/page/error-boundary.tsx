import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';

interface Props {
  /** Told of the bug; it reports, the person reads a calm page. */
  readonly onError: (error: Error, info: ErrorInfo) => void;
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
    if (!this.state.failed) return this.props.children;
    return (
      <div className="page" role="alert">
        <h1>Sorry, there is a problem with this page</h1>
        <p className="copy">What you have told us so far is kept. Load the page again to go on.</p>
        {this.props.phone ? <p className="copy">For assistance call {this.props.phone}.</p> : null}
        <div className="actions">
          <button type="button" className="button button-primary" onClick={() => location.reload()}>
            Load the page again
          </button>
        </div>
      </div>
    );
  }
}
