/**
 * Lists the server owns and a page only shows: asked once, kept fresh by TanStack Query, which is loaded after the
 * first paint.
 */
import { useEffect, useState } from 'react';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import { afterPaint } from './after-paint.ts';
import type { Caller } from '../gateway/index.ts';
import type { FooterLink } from './query-client.ts';

const FRESH_MS = 10 * 60_000;

/** TanStack Query and what is made of the lists, in a chunk of its own. */
export const listClient = () => import('./query-client.ts');

/**
 * The brand's footer links; empty until they are there, and when the server has none.
 * @param isOpen a journey is open: before that its own files are on their way, and nothing is to stand in theirs
 */
export function useFooterLinks(boot: Boot, caller: Caller, isOpen: boolean): readonly FooterLink[] {
  const [links, setLinks] = useState<readonly FooterLink[]>([]);
  useEffect(() => {
    const operation = Object.values(boot.operations).find(
      ({ kind, path }) => kind === 'rest' && path === places.footerLinks,
    );
    if (!isOpen || operation === undefined) return;
    let stop: (() => void) | undefined;
    let gone = false;
    const leave = afterPaint(
      () =>
        void listClient().then(({ watchLinks }) => {
          if (gone) return;
          stop = watchLinks({
            key: [boot.brand, operation.name],
            load: async () => (await caller.call(operation.name, { brand: boot.brand })).value,
            freshMs: FRESH_MS,
            tell: setLinks,
          });
        }),
    );
    return () => {
      gone = true;
      leave();
      stop?.();
    };
  }, [boot, caller, isOpen]);
  return links;
}
