import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import type { Target } from '../../core/definition.ts';

/** How links lead that stand around every page: they are no part of the flow that is shown. */
export interface Around {
  /** The address of a target, when it has one that can be shown to the browser. */
  readonly href: (target: Target) => string | undefined;
  readonly go: (target: Target) => void;
}

const AroundContext = createContext<Around | undefined>(undefined);

/** Tells the blocks below that they stand around the page. */
export function AroundProvider({ around, children }: { readonly around: Around; readonly children: ReactNode }) {
  return <AroundContext value={around}>{children}</AroundContext>;
}

/** Whether a block stands around the page; undefined on the page itself. */
export const useAround = (): Around | undefined => use(AroundContext);

/** A link of header or footer: with its address where it has one, else a button. */
export function TargetLink({
  target,
  words,
  around: { href, go },
}: {
  readonly target: Target;
  readonly words: string;
  readonly around: Around;
}) {
  const address = href(target);
  if (address === undefined)
    return (
      <button type="button" className="link" onClick={() => go(target)}>
        {words}
      </button>
    );
  return (
    <a
      href={address}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || target.kind === 'leave') return;
        event.preventDefault();
        go(target);
      }}
    >
      {words}
    </a>
  );
}
