import { Component } from 'react';
import type { ReactNode } from 'react';

interface Props {
  /** What stands in its place once it threw. */
  readonly instead: ReactNode;
  readonly children: ReactNode;
}

/** Keeps what a program from elsewhere throws from taking the page along: a map is no reason to lose the list. */
export class Boundary extends Component<Props, { readonly threw: boolean }> {
  override state = { threw: false };
  static getDerivedStateFromError(): { readonly threw: boolean } {
    return { threw: true };
  }
  override render(): ReactNode {
    return this.state.threw ? this.props.instead : this.props.children;
  }
}
