import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectDir } from '../../compile/disk.ts';
import { applicationFacts } from '../../contract/application.ts';
import { GIVEN } from '../../contract/given.ts';
import { attributesIn, personFacts } from '../../contract/person.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { deviceFacts } from '../../runtime/app/device.ts';

type Declared = Readonly<
  Record<string, { readonly properties: Readonly<Record<string, { readonly claim?: true }>> } | undefined>
>;
const facts = JSON.parse(readFileSync(join(projectDir, 'schemas/facts.json'), 'utf8')) as Declared;
const people = JSON.parse(readFileSync(join(projectDir, 'server/seed/people.json'), 'utf8')) as readonly {
  readonly email: string;
  readonly groups: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
}[];
const attributes = Object.keys(attributesIn(Object.assign({}, ...people.map((one) => one.attributes)) as JsonObject));

const page = {
  navigator: { onLine: true, maxTouchPoints: 0 },
  matchMedia: () => ({ matches: false }),
} as unknown as Window;
const person = personFacts(
  {
    email: 'a@b.c',
    given_name: 'Ann',
    family_name: 'Ash',
    acr: '2',
    'cognito:groups': ['my.account.csr'],
    act: { sub: 'ada', email: 'ada@b.c' },
  },
  { brand: {}, hasOpenApplication: false, session: 's', bringsTokens: true },
);
const application = applicationFacts({
  id: '1',
  applicationType: 'STANDARD',
  channel: 'ONLINE',
  stateCode: 'TX',
  preferredProductCode: 'PDL',
  createdAt: '2026-11-20T15:00:00Z',
  status: 'PENDING_PRODUCT_SELECTION',
  applicationState: {
    status: 'PENDING_PRODUCT_SELECTION',
    applicationState: 'SUBMITTED',
    offeredAmount: 100,
    eSignDisabledUntilDate: '2026-11-21T15:00:00Z',
  },
});
const made: Readonly<Record<string, object>> = { ...person, application, device: deviceFacts(page, '1.0.0') };

describe('a declared fact is one that somebody gives', () => {
  test.each(Object.entries(GIVEN))('the product gives each fact of "%s" that it is said to give', (root, given) => {
    expect(given.filter((name) => !Object.hasOwn(made[root] ?? {}, name))).toEqual([]);
  });
  test.each(Object.keys(GIVEN))(
    'each fact that is declared of "%s" is given, or a claim of the local identity service',
    (root) => {
      const unknown = Object.entries(facts[root]?.properties ?? {}).filter(
        ([name, { claim }]) => !(claim === true ? attributes : (GIVEN[root] ?? [])).includes(name),
      );
      expect(unknown).toEqual([]);
    },
  );
});
