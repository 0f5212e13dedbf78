/**
 * Content of a wanted size, for tests and the benchmark: a made-up lender with as many routes, rules, jurisdictions and
 * brands as asked for.
 */
import type { Files } from '../../../compile/index.ts';
import { applyFiles } from './apply.ts';
import { BRANDS, brandFiles, complianceFiles, documentFiles, jurisdictions } from './compliance.ts';
import { fixtureFiles } from './fixtures.ts';
import { servicingFiles } from './servicing.ts';
import { written, type Docs, type Size } from './words.ts';

export type { Size } from './words.ts';

/** The size the product is to grow to. */
export const FULL: Size = { routes: 111, rules: 150, states: 56, brands: 4, seed: 1 };

const SERVICING = { account: 0.24, documents: 0.2, convert: 0.16 } as const;

/**
 * The content folder (flows, brands, compliance) as files; the project's `schemas/` and `widgets/` go with it.
 * @param schemas what readFiles([]) gives
 */
export function generated(size: Size, schemas: Files): Files {
  if (size.routes < 44) throw new Error(`Ask for at least 44 routes, not ${size.routes}: the flows have fixed parts.`);
  const states = jurisdictions(size);
  const share = (part: number, of: number): number => Math.floor(part * of);
  const flows = Object.entries(SERVICING).map(
    ([flow, part], index) =>
      [
        flow,
        servicingFiles(
          flow,
          { count: share(part, size.routes), ruleCount: share(part, size.rules), seed: size.seed + index + 1 },
          states,
        ),
      ] as const,
  );
  const rest = (of: number): number => of - Object.values(SERVICING).reduce((sum, part) => sum + share(part, of), 0);
  const apply = applyFiles({ count: rest(size.routes), ruleCount: rest(size.rules), seed: size.seed }, states);
  const lines = { apply: apply.line, ...Object.fromEntries(flows.map(([flow, { line }]) => [flow, line])) };
  const docs: Docs = {
    ...complianceFiles(states),
    ...brandFiles(size.brands, lines),
    ...fixtureFiles(BRANDS.slice(0, size.brands), apply.line, states),
    ...apply.files,
    ...Object.assign({}, ...flows.map(([, { files }]) => files)),
    'flows/app.json': app,
  };
  return {
    ...schemas,
    ...documentFiles(states),
    ...Object.fromEntries(Object.entries(docs).map(([file, doc]) => [file, written(doc)])),
  };
}

const app = {
  home: [{ to: 'apply/personal' }],
  signIn: { to: 'apply/personal' },
  unknownPath: { leave: 'away' },
  errors: [{ on: ['unauthenticated', 'unavailable', 'failed'], leave: 'away' }],
  addresses: { away: { var: 'brand.notFoundPage' } },
};
