import { Component } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../words.tsx';

interface Props {
  /** Told of the bug, whose text may hold answers. */
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

interface Standing {
  readonly failed: boolean;
  /** It was asked for again: the button that was pressed is gone, and the focus belongs to what came in its place. */
  readonly asked: boolean;
}

/**
 * Stands around one widget: what it throws while it is drawn takes its own place down and nothing else. The answers are
 * the store's, so drawing it again loses none.
 */
export class WidgetBoundary extends Component<Props, Standing> {
  override state: Standing = { failed: false, asked: false };

  static getDerivedStateFromError(): Partial<Standing> {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    const { failed, asked } = this.state;
    if (failed) return <Failed asked={asked} again={() => this.setState({ failed: false, asked: true })} />;
    const { children } = this.props;
    return asked ? (
      <div tabIndex={-1} ref={takeFocus}>
        {children}
      </div>
    ) : (
      children
    );
  }
}

const takeFocus = (place: HTMLElement | null): void => place?.focus();

function Failed({ asked, again }: { readonly asked: boolean; readonly again: () => void }) {
  const say = useSay();
  return (
    <div className="notice notice-error" role="alert" data-failed="widget">
      <p>{say('failure.part')}</p>
      <button type="button" className="link" onClick={again} ref={asked ? takeFocus : undefined}>
        {say('failure.partAgain')}
      </button>
    </div>
  );
}
