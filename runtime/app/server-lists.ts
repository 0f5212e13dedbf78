/**
 * Lists the server owns and a page only shows: asked once, kept fresh by TanStack Query, which is loaded after the
 * first paint.
 */
import { useEffect, useState } from 'react';
import type { Json, JsonObject } from '../core/facts.ts';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import { afterPaint } from './after-paint.ts';
import type { Caller } from '../gateway/index.ts';

const FRESH_MS = 10 * 60_000;

export interface FooterLink {
  readonly title: string;
  readonly url: string;
}

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
        void import('./query-client.ts').then(({ watchList }) => {
          if (gone) return;
          stop = watchList({
            key: [boot.brand, operation.name],
            load: async () => (await caller.call(operation.name, { brand: boot.brand })).value,
            freshMs: FRESH_MS,
            tell: (value) => setLinks(linksIn(value)),
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

/**
 * Links of `{ results: [{ title, url }] }`, of the same origin or https only: an address of another kind is left out.
 */
function linksIn(value: Json | undefined): readonly FooterLink[] {
  const results = typeof value === 'object' && value !== null && 'results' in value ? value['results'] : undefined;
  if (!Array.isArray(results)) return [];
  return results
    .map((one) => ({
      title: String((one as JsonObject)['title'] ?? ''),
      url: String((one as JsonObject)['url'] ?? ''),
    }))
    .filter(({ title, url }) => title !== '' && /^(https:\/\/|\/(?!\/))/.test(url));
}
