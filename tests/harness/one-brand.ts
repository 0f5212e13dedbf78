/** Content of one brand and one flow that has nothing to do with lending: what any such content needs besides. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';

interface OneBrand {
  readonly brand: string;
  readonly name: string;
  /** Id of its flow. */
  readonly flow: string;
  /** What app.json says besides what every app must. */
  readonly app: JsonObject;
  /** The flow's own files, by path. */
  readonly files: Readonly<Record<string, Json>>;
}

/** The files of the content, as the compiler takes them, with a document `house-rules` that its pages may show. */
export function oneBrand({ brand, name, flow, app, files }: OneBrand): Readonly<Record<string, string>> {
  const root = { leave: 'root' };
  const all: Readonly<Record<string, Json>> = {
    [`brands/${brand}/brand.json`]: {
      key: brand,
      flows: [flow],
      name,
      phoneNumber: '1-800-555-0100',
      originName: 'localhost',
    },
    [`brands/${brand}/theme.json`]: {},
    [`brands/${brand}/flags.local.json`]: {},
    [`brands/${brand}/flags.qa.json`]: {},
    [`brands/${brand}/flags.prod.json`]: {},
    'flows/app.json': {
      guards: [],
      unknownPath: root,
      errors: [{ on: ['unauthenticated', 'unavailable', 'failed'], ...root }],
      idle: { afterSeconds: 780, countdownSeconds: 120, exits: [root] },
      addresses: { root: '/' },
      applications: { open: 'openApplication', create: 'createApplication', read: 'application', save: 'saveJourney' },
      ...app,
    },
    ...files,
  };
  return {
    ...Object.fromEntries(Object.entries(all).map(([path, json]) => [path, JSON.stringify(json)])),
    'compliance/disclosures/house-rules/1.md': HOUSE_RULES,
  };
}

const HOUSE_RULES = `---
idTag: house-rules
title: House rules
type: terms
from: 2026-01-01
until: null
---
Please keep **quiet** in the reading room.

## Borrowing

- Bring books back in time.
- Keep them dry.

See the [full text](https://example.org/rules).
`;
