/** The pages of a flow: where each stands, and the files that it was made of. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { easternDate } from '../../contract/days.ts';
import { escaped } from '../http/escape.ts';
import type { Services } from '../services.ts';
import { page, table } from './html.ts';
import { madeOf } from './source.ts';

/** A page of the steps of a brand's flow; undefined where there is no such flow. */
export function stepsPage(
  { definitions, clock }: Pick<Services, 'definitions' | 'clock'>,
  contentDirs: readonly string[],
  { brand, flow: id }: { readonly brand: string; readonly flow: string },
): string | undefined {
  const flow = definitions.currentFlow(brand, id, easternDate(clock()));
  if (flow === undefined) return undefined;
  const rows = flow.routes.map(({ step, path }) => {
    const address = path === '' ? flow.base || '/' : `${flow.base}/${path}`;
    const files = [`flows/${id}/steps/${step}.json`, `brands/${brand}/flows/${id}/steps/${step}.json`];
    const own = contentDirs.flatMap((dir) =>
      files.map((file) => join(dir, file)).flatMap((file) => (existsSync(file) ? [madeOf(file, dir)] : [])),
    );
    return [
      step,
      { html: `<a href="${escaped(address)}?brand=${escaped(brand)}">${escaped(address)}</a>` },
      { html: own.map(({ html }) => html).join('<br>') },
    ];
  });
  return page(
    flow.title,
    `<p class="lead">Pages of ${escaped(brand)}. An address leads to its page once everything before it is answered.</p>${table(['Page', 'Address', 'Made of'], rows)}`,
  );
}
