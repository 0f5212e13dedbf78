/** Every form of the project that can be cut in two pages is cut, and nothing of its journeys changes but the pages. */
import { beforeAll, expect, test } from 'vitest';
import { loadContent, productNamed, type Loaded } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import { fieldsOf, validates } from '../../compile/pages.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { fixtureFiles, readFixture, type Do, type Fixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { today } from '../content/compiled.ts';

const files = readFiles([projectDir]);
const STEP = /^flows\/([^/]+)\/steps\/([^/]+)\.json$/;
const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
const objectOf = (value: Json | undefined): JsonObject => (value ?? {}) as JsonObject;
const fieldsIn = (layout: readonly Json[]): ReadonlySet<string> => fieldsOf({ layout });

/** The step in two pages, the cut as near to the middle as its checks, calls and targets let it be. */
function cut(step: JsonObject): JsonObject | undefined {
  const layout = list(step['layout']);
  const fields = objectOf(step['fields']);
  const isForm =
    step['kind'] === 'form' && ['next', 'outcome', 'listen', 'timers'].every((key) => step[key] === undefined);
  if (!isForm || !list(step['actions']).some(validates)) return undefined;
  // What is typed, or where an outcome shows its message, stands where the calls are made: on the last page.
  const late = Object.keys(fields).filter((id) =>
    [`"typed.${id}`, `"at":"${id}"`].some((part) => JSON.stringify(step['actions']).includes(part)),
  );
  const at = list(step['checks']).flatMap((check) =>
    typeof objectOf(check)['at'] === 'string' ? [String(objectOf(check)['at'])] : [],
  );
  // What a field empties is asked after it on the same page.
  const binds = Object.entries(fields).map(
    ([id, field]) => [id, `answers.${String(objectOf(field)['bind'])}`] as const,
  );
  const emptied = Object.entries(fields).flatMap(([id, field]) =>
    list(objectOf(field)['clears']).flatMap((path) =>
      binds.flatMap(([other, bind]) => (bind === path ? [[id, other] as const] : [])),
    ),
  );
  const places = [...layout.keys()]
    .slice(1)
    .sort((a, b) => Math.abs(a - layout.length / 2) - Math.abs(b - layout.length / 2));
  const place = places.find((k) => {
    const [first, second] = [fieldsIn(layout.slice(0, k)), fieldsIn(layout.slice(k))];
    return (
      first.size > 0 &&
      second.size > 0 &&
      [...late, ...at].every((id) => second.has(id)) &&
      emptied.every(([id, other]) => first.has(id) === first.has(other))
    );
  });
  if (place === undefined) return undefined;
  const { layout: _, ...rest } = step;
  const title = String(step['title']);
  return {
    ...rest,
    pages: [
      { id: 'one', title, layout: layout.slice(0, place) },
      { id: 'two', title, layout: layout.slice(place) },
    ],
  };
}

const app = JSON.parse(files['flows/app.json'] ?? '') as { readonly signIn: { readonly to: string } };
const signIn = app.signIn.to;
const pages = new Map<string, JsonObject>();
const cutFiles = Object.fromEntries(
  Object.entries(files).map(([file, text]) => {
    const [, flow, id] = STEP.exec(file) ?? [];
    // The executors sign in on one page.
    const made = id === undefined || signIn === `${flow ?? ''}/${id}` ? undefined : cut(JSON.parse(text) as JsonObject);
    if (!made) return [file, text];
    pages.set(`${flow ?? ''}/${id ?? ''}`, made);
    return [file, JSON.stringify(made)];
  }),
);

let loaded: Loaded;
beforeAll(async () => {
  const load = await loadContent(cutFiles, { env: 'local', today });
  if ('problems' in load) throw new Error(load.problems.map((one) => `${one.file}: ${one.message}`).join('\n'));
  loaded = load.loaded;
});

test('each field and each check stands on one page, each action that validates on the last, all others on both', () => {
  expect(pages.size).toBeGreaterThan(3);
  for (const { flows } of Object.values(loaded.products))
    for (const [place, written] of pages) {
      const [flow = '', id = ''] = place.split('/');
      const own = flows[flow];
      if (!own) continue;
      const [one, two] = [own.steps[`${id}.one`], own.steps[`${id}.two`]];
      if (!one || !two) throw new Error(`${place} has no pages`);
      expect(own.steps[id], place).toBeUndefined();
      expect(new Set([...one.fieldOrder, ...two.fieldOrder]).size).toBe(one.fieldOrder.length + two.fieldOrder.length);
      expect(one.checks.length + two.checks.length, place).toBe(list(written['checks']).length);
      expect(two.actions.flatMap((action) => (action.inHeader ? [] : [action.id]))).toEqual(
        list(written['actions']).map((action) => objectOf(action)['id']),
      );
      expect(one.actions.filter((action) => action.validates).map((action) => action.id)).toEqual([one.page?.onward]);
      expect(one.actions.filter((action) => !action.validates)).toEqual(
        two.actions.filter((action) => !action.validates),
      );
    }
});

/** A fixture that says for each press on which step it is, and nothing of what stands on single pages. */
function wholeSteps(fixture: Fixture): Fixture {
  let before: Do | undefined;
  const done = fixture.do.map((one): Do => {
    const at = one.at ?? (before?.kind === 'answer' ? before.at : undefined);
    before = at === undefined ? one : { ...one, at };
    return before;
  });
  const { end, calls, leaves, never, path } = fixture.expect;
  return {
    ...fixture,
    do: done,
    expect: {
      ...(end && { end }),
      ...(calls && { calls }),
      ...(leaves && { leaves }),
      ...(never && { never }),
      ...(path && { path }),
    },
  };
}

test('every fixture goes the same way, makes the same calls and comes to the same end', () => {
  const failures = fixtureFiles(files).flatMap((file) => {
    const fixture = readFixture(file, files[file] ?? '');
    // What is said of a page that refuses is said page by page, Back goes page by page, a link stands on one of them.
    const goesByPages =
      fixture.expect.errors !== undefined || fixture.do.some(({ kind }) => kind === 'back' || kind === 'link');
    if (goesByPages || !fixture.executors.includes('browser')) return [];
    return runFixture(productNamed(loaded.products, fixture.brand), wholeSteps(fixture)).failures.map(
      (one) => `${file}: ${one}`,
    );
  });
  expect(failures).toEqual([]);
});
