import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContent, productNamed, type Loaded } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import { resolveContent, type Json } from '../../compile/index.ts';
import { explain, type Explanation } from '../../verifier/explain/explain.ts';
import type { Logic } from '../../verifier/domain/atoms.ts';
import { endOf, play, standing } from '../../verifier/explain/playthrough.ts';
import { reasonsFor } from '../../verifier/explain/reasons.ts';
import { smallestSufficient, type Claim } from '../../verifier/explain/sufficient.ts';
import { explanationJson, explanationLines } from '../../verifier/explain/text.ts';
import { fullName, named, thingsOf } from '../../verifier/explain/things.ts';
import { valuesIn } from '../../verifier/explain/values.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { waysOf } from '../../verifier/graph/ways.ts';
import { rulesOf } from '../../verifier/rules/placed.ts';
import { wordsOf } from '../../verifier/words/words.ts';

/** Names are looked up in the loan application, before any page of it. */
const inApply = { flow: 'apply', path: [] };
const options = { env: 'local', today: '2026-11-21' } as const;

describe('the smallest set of facts that decides', () => {
  const v = (path: string): Json => ({ var: path });
  const values = (lists: Record<string, readonly unknown[]>) => (path: string) => ({ values: lists[path] ?? [] });
  const facts = { a: 1, b: 2, c: true, d: 'TX' };
  const sets = (
    logics: readonly (readonly [Logic, boolean])[],
    lists: Record<string, readonly unknown[]> = { a: [0, 1, 2], b: [1, 2, 9], c: [true, false], d: ['TX', 'CA'] },
  ) =>
    smallestSufficient(
      logics.map(([logic, holds]): Claim => ({ logic, holds, facts })),
      values(lists),
    );

  test.for<readonly [string, Json, boolean, readonly string[]]>([
    ['the one fact of a comparison', { '==': [v('a'), 1] }, true, ['a']],
    [
      'every part of a conjunction that holds',
      { and: [{ '==': [v('a'), 1] }, { '==': [v('b'), 2] }] },
      true,
      ['a', 'b'],
    ],
    [
      'one part of a conjunction that fails',
      { and: [{ '==': [v('a'), 1] }, { '==': [v('b'), 9] }, v('c')] },
      false,
      ['b'],
    ],
    [
      'one part of a disjunction that holds',
      { or: [{ and: [{ '==': [v('a'), 1] }, { '==': [v('b'), 2] }] }, v('c')] },
      true,
      ['c'],
    ],
    ['what stays true whatever the other is', { or: [{ '>=': [v('a'), 1] }, { '<': [v('a'), 1] }] }, true, ['a']],
    ['nothing, when nothing can change it', { or: [{ answered: 'a' }, { '!': { answered: 'a' } }] }, true, []],
    [
      'what chooses the branch and what that asks',
      { if: [{ '==': [v('d'), 'TX'] }, { '==': [v('a'), 1] }, { '==': [v('b'), 2] }] },
      true,
      ['a', 'd'],
    ],
    ['the branch alone where both ways agree', { if: [{ '==': [v('d'), 'TX'] }, true, v('c')] }, true, ['d']],
  ])('is %s', ([, logic, holds, expected]) => {
    const found = sets([[logic, holds]]);
    expect([...found.facts].sort()).toEqual([...expected].sort());
    expect(found.inexact).toBeUndefined();
  });

  test('shares facts between rules: fewest together, not fewest for each', () => {
    const found = sets([
      [{ or: [{ '==': [v('a'), 1] }, v('c')] }, true],
      [{ or: [v('c'), { '==': [v('b'), 2] }] }, true],
    ]);
    expect(found.facts).toEqual(['c']);
  });

  test('agrees with brute force over every assignment', () => {
    const logic: Logic = {
      or: [
        { and: [{ '==': [v('a'), 1] }, { '>': [v('b'), 1] }] },
        { and: [{ '!': v('c') }, { '==': [v('d'), 'CA'] }] },
      ],
    };
    expect(sets([[logic, true]]).facts).toEqual(['a', 'b']);
  });

  test('says so when there is too much to try', () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}`, [1, 2, 3, 4]]));
    const found = sets([[{ and: Object.keys(many).map((path) => ({ '!=': [v(path), 4] })) }, false]], many);
    expect(found.inexact).toContain('too many combinations');
  });
});

describe('on the real fixtures', () => {
  let loaded: Loaded;
  beforeAll(async () => {
    const load = await loadContent(readFiles([projectDir]), options);
    if ('problems' in load) throw new Error(load.problems.map(({ file, message }) => `${file}: ${message}`).join('\n'));
    loaded = load.loaded;
  }, 60_000);

  function setting(name: string) {
    const { files, products, resolved } = loaded;
    const file = `flows/apply/fixtures/${name}.json`;
    const fixture = readFixture(file, files[file] ?? '');
    const brand = resolved.brands[fixture.brand];
    if (!brand) throw new Error(`The brand of ${file} is gone.`);
    return {
      source: resolved.source,
      brand,
      product: productNamed(products, fixture.brand),
      fixture,
      today: options.today,
    };
  }
  const explained = (fixture: string, name: string): Explanation => {
    const input = setting(fixture);
    const { found } = named(thingsOf(input.brand, input.fixture.flow), name, { flow: input.fixture.flow, path: [] });
    const [thing] = found;
    if (!thing || found.length > 1) throw new Error(`"${name}" means ${found.length} things.`);
    return explain({ ...input, thing });
  };
  /** Plays the journey that `explain` offers as proof, once more and from its JSON. */
  function proven(found: Explanation): string {
    const input = setting(found.journey.ran.fixture.file.replace(/.*\/|\.json$/g, ''));
    const fixture = found.turned?.fixture;
    if (!fixture) return 'nothing to prove';
    const flow = input.brand.flows[found.thing.flow];
    if (!flow) throw new Error('The thing has no flow.');
    return standing(
      found.thing,
      endOf(input.product, play(input.product, fixture), found.thing.flow),
      waysOf(input.source, flow),
    );
  }

  test('the Texas notice is shown because the state is Texas, and another state hides it', () => {
    const found = explained('approved-texas', 'texas-occc-notice');
    expect([found.standing, found.facts]).toEqual([
      'shown',
      [{ path: 'answers.contactInformation.address.stateCode', value: 'TX' }],
    ]);
    const lines = explanationLines(found);
    expect(lines[0]).toBe('The disclosure texas-occc-notice on "Tell us about yourself" is shown.');
    expect(lines[1]).toMatch(/It was on the screen on page 3 of \d+/);
    expect(lines.slice(2, 5)).toEqual([
      'Because',
      '  the state is Texas',
      expect.stringMatching(
        /^ {4}rule: The applicant lives in Texas \(flows\/apply\/steps\/personal\.json:\d+, flows\/apply\/rules\/state-is-texas\.json:\d+\)$/,
      ),
    ]);
    expect(lines[5]).toBe('Whatever every other fact is, this alone decides it.');
    expect(lines[7]).toMatch(/^ {2}If the state were \w+ instead of Texas, it would not be shown\.$/);
    expect(found.turned?.changes.map(({ what }) => what)).toEqual(['answers.contactInformation.address.stateCode']);
    expect(proven(found)).toBe('hidden');
  }, 30_000);

  test('a field that is hidden: which one answer would show it, and what that needs besides', () => {
    const found = explained('approved-texas', 'spouseLastName');
    expect([found.standing, found.onScreen]).toEqual(['hidden', []]);
    expect(explanationLines(found).join('\n')).toContain(
      'If the state were Wisconsin instead of Texas, it would be shown.',
    );
    expect(found.turned?.besides).toEqual({ 'answers.additionalInformation.maritalStatus': 'MARRIED' });
    expect(proven(found)).toBe('shown');
  }, 30_000);

  test('a field that two facts show needs both', () => {
    const found = explained('approved-wisconsin-married', 'spouseLastName');
    expect(found.facts.map(({ path }) => path).sort()).toEqual([
      'answers.additionalInformation.maritalStatus',
      'answers.contactInformation.address.stateCode',
    ]);
  }, 30_000);

  test('a step that is skipped: the condition of the step', () => {
    const found = explained('returning-customer', 'apply/amount');
    const text = explanationLines(found).join('\n');
    expect(text).toContain('The step "How much do you need?" (apply/amount) is not on the way.');
    expect(text).toContain('the customer type is online returning');
    expect(text).toMatch(/If the customer type were new instead of online returning, it would be on the way\./);
    expect(proven(found)).toBe('shown');
  }, 30_000);

  test('a step that a choice led past: the choice', () => {
    const found = explained('not-in-state', 'income');
    expect(explanationLines(found).join('\n')).toMatch(
      /Because\n {2}the state is Arizona\n {4}rule: We do not lend online in the state of the address \(flows\/apply\/steps\/personal\.json:\d+/,
    );
    expect(found.turned?.changes.map(({ what }) => what)).toEqual(['answers.contactInformation.address.stateCode']);
    expect(proven(found)).toBe('shown');
  }, 30_000);

  test('a step that an event led past: what came, and what would have led there', () => {
    const found = explained('approved-texas', 'adverse-action');
    expect(explanationLines(found).join('\n')).toContain(
      'Because at "We are deciding on your application" the event "submit approved" came; what leads there is applicationState answering "submit denied" or the event "submit denied".',
    );
    expect([found.turned?.changes.map(({ kind }) => kind), proven(found)]).toEqual([['outcome'], 'shown']);
  }, 30_000);

  test('two changes where no single one does', () => {
    const found = explained('approved-texas', 'adverse-action-keep-in-mind');
    expect(found.turned?.changes.map(({ what, to }) => `${what} ${String(to)}`)).toEqual([
      'applicationState SUBMIT_DENIED',
      'getAnotherOptionDetail ok/available',
    ]);
    expect(proven(found)).toBe('shown');
  }, 60_000);

  test('what was there and is gone at the end says when it was there', () => {
    const found = explained('approved-texas', 'account/continue');
    expect([found.standing, found.onScreen]).toEqual(['hidden', [1]]);
    expect(explanationLines(found).join('\n')).toMatch(/on page 1 of \d+.*but not where the journey ends/);
  }, 60_000);

  test('an act of the person is named before a switch of the brand', () => {
    const found = explained('approved-texas', 'plaid');
    expect(found.turned?.changes.map(({ kind, what }) => [kind, what])).toEqual([['press', 'apply/bank']]);
    expect(explanationLines(found)).toContain('What would change it');
    expect(proven(found)).toBe('shown');
  }, 30_000);

  test('a journey that comes to no page says so, and a switch that nobody of the applicants decides', () => {
    const found = explained('approved-texas', 'plaid');
    const { turned } = found;
    if (!turned) throw new Error('Nothing would show the page: mend this test.');
    const [first] = turned.changes;
    if (!first) throw new Error('Nothing is otherwise: mend this test.');
    const lines = (path: readonly string[], leaves?: string): string =>
      explanationLines({
        ...found,
        turned: {
          ...turned,
          changes: [{ ...first, kind: 'fact', what: 'flags.maintenance', from: false, to: true }],
          journey: {
            ...turned.journey,
            ran: { ...turned.journey.ran, path, ...(leaves !== undefined && { leaves }) },
          },
        },
      }).join('\n');
    expect(lines([], 'maintenance')).toContain('the journey comes to no page, but away to the address "maintenance".');
    expect(lines([])).toContain('the journey comes to no page.');
    expect(lines(found.journey.ran.path.slice(0, 2))).toContain(
      `the journey comes as far as ${found.journey.ran.path[1]}.`,
    );
    expect(lines([])).toContain('What would change it, and no applicant decides');
  }, 30_000);

  test('what the journey stops before is not decided, and is gone on to with ordinary answers', () => {
    const found = explained('back-and-change-state', 'bank');
    expect([found.standing, found.stopped, found.turned?.changes, proven(found)]).toEqual([
      'ahead',
      'income',
      [],
      'shown',
    ]);
    expect(explanationLines(found).join('\n')).toMatch(
      /The journey stands at "Your income" and has not left it\.\nGone on with by ordinary answers, it comes: .* apply\/bank\./,
    );
  }, 30_000);

  test('a disclosure that stands in two places of a page is shown when one of them is', () => {
    const input = setting('approved-texas');
    const [thing] = named(thingsOf(input.brand, 'apply'), 'texas-occc-notice', inApply).found;
    const [other] = named(thingsOf(input.brand, 'apply'), 'wisconsin-marital-notice', inApply).found;
    if (!thing || !other) throw new Error('The notices of Texas and Wisconsin are gone.');
    const found = explain({ ...input, thing: { ...thing, places: [...other.places, ...thing.places] } });
    expect([found.standing, found.facts.map(({ value }) => value)]).toEqual(['shown', ['TX']]);
    expect(found.turned?.changes.map(({ to }) => to)).not.toContain('WI');
  }, 30_000);

  test('as data it says the same', () => {
    const found = explained('approved-texas', 'texas-occc-notice');
    expect(explanationJson(found)).toMatchObject({
      thing: { kind: 'disclosure', name: 'apply/personal/texas-occc-notice' },
      standing: 'shown',
      exact: true,
      facts: [{ value: 'TX', says: 'the state is Texas' }],
      rules: [{ says: 'the applicant lives in Texas', holds: true, file: 'flows/apply/steps/personal.json' }],
      change: { changes: [{ kind: 'answer', from: 'TX' }], standing: 'hidden' },
    });
  }, 30_000);

  test('everything that is hidden in a spread of fixtures has a reason', () => {
    const { files, products, resolved } = loaded;
    const spread = fixtureFiles(files).filter((_, index) => index % 5 === 0);
    const without: string[] = [];
    let looked = 0;
    for (const file of spread) {
      const fixture = readFixture(file, files[file] ?? '');
      const product = productNamed(products, fixture.brand);
      const brand = resolved.brands[fixture.brand];
      const flow = brand?.flows[fixture.flow];
      if (!brand || !flow) throw new Error(`${file} names a brand or flow that is gone.`);
      const end = endOf(product, play(product, fixture), flow.id);
      // Whom app.json leads away from the first page is never in the flow: the fixture says so itself.
      if (!end) {
        expect([file, (fixture.expect.path ?? []).filter((page) => page.startsWith(`${flow.id}/`))]).toEqual([
          file,
          [],
        ]);
        continue;
      }
      const ways = waysOf(resolved.source, flow);
      const values = valuesIn(
        rulesOf(flow).map(({ logic }) => logic),
        wordsOf(resolved.source, flow),
        { tables: { states: product.compliance.states }, today: options.today },
      );
      for (const thing of thingsOf(brand, flow.id).filter((one) => one.flow === flow.id)) {
        looked += 1;
        const reasons = reasonsFor(thing, { end, ways, valuesOf: values.for });
        if (
          standing(thing, end, ways) === 'hidden' &&
          reasons.conditions.length + reasons.acts.length === 0 &&
          reasons.stopped === undefined
        )
          without.push(`${file}: ${thing.step}/${thing.id}`);
      }
    }
    expect(without).toEqual([]);
    expect(looked).toBeGreaterThan(200);
  }, 60_000);

  test('names: a step before what stands on it, one that is ambiguous with all it may mean, one that is misspelt with a suggestion', () => {
    const { brand } = setting('approved-texas');
    const things = thingsOf(brand, 'apply');
    expect(named(things, 'amount', inApply).found.map(({ kind }) => kind)).toEqual(['step']);
    expect(named(things, 'product', inApply).found.map(({ step }) => step)).toEqual(['amount', 'income']);
    expect(named(things, 'Marital status', inApply).found.map(({ id }) => id)).toEqual(['maritalStatus']);
    expect(named(things, 'maritalStatsu', inApply)).toEqual({ found: [], fix: 'Did you mean "maritalStatus"?' });
    expect(named(things, 'personal/stat', inApply).fix).toBe('Did you mean "personal/state"?');
    expect(named(things, '/application/personal', inApply).found.map(fullName)).toEqual(['apply/personal']);
    expect(named(things, '/application/personal/state', inApply).found.map(fullName)).toEqual(['apply/personal/state']);
  });

  test('names: a button of the header is one thing, on the last page that the journey came to', () => {
    const things = thingsOf(setting('approved-texas').brand, 'apply');
    const path = ['apply/personal', 'apply/amount', 'apply/income', 'apply/transition'];
    const { found } = named(things, 'save-and-exit', { flow: 'apply', path });
    expect(found.map(fullName)).toEqual(['apply/income/save-and-exit']);
    expect(named(things, 'save-and-exit', inApply).found).toHaveLength(1);
  });

  test('names: a step with pages by any of them, or all of them by its own; by the address of a page, the first by that of the step', () => {
    const files = readFiles([projectDir, join(projectDir, 'tests/constructs/pages')]);
    const { payday } = resolveContent(files, options).brands;
    const things = payday ? thingsOf(payday, 'move') : [];
    const found = (name: string) => named(things, name, { flow: 'move', path: [] }).found.map(fullName);
    expect(found('move/person.home')).toEqual(['move/person.home']);
    for (const whole of ['person', 'move/person'])
      expect(found(whole)).toEqual(['move/person.name', 'move/person.others', 'move/person.home']);
    expect(found('person/rooms')).toEqual(['move/person.home/rooms']);
    expect(found('/move/you/home')).toEqual(['move/person.home']);
    expect(found('/move/you')).toEqual(['move/person.name']);
  });
});
