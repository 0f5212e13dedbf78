import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { get } from '../../runtime/core/index.ts';
import { findApplication, readActs } from '../../server/journeys/acts/store.ts';
import {
  heardAt,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
  type Applicant,
  type Page,
} from './support/applicant.ts';
import { signUp, type Answer, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let applicant: Applicant;
let flow: CompiledFlow;
let compliance: CompiledCompliance;
beforeAll(async () => {
  server = await startTestServer();
  person = await signUp(server);
  applicant = await openApplication(server, person);
  const found = await server.services.definitions.flow(applicant.definition);
  if (!found) throw new Error('The application is pinned to a version nobody has.');
  flow = found;
  compliance = await server.services.definitions.compliance('payday', '2026-11-20');
}, 180_000);
afterAll(() => server.stop());

const everything = async (): Promise<unknown> => [
  await findApplication(server.services.db, applicant.id),
  await readActs(server.services.db, applicant.id),
];
const answers = async (): Promise<JsonObject> =>
  (await person.ask('application', { id: applicant.id })).data?.['application']?.['answers'] as JsonObject;

/** Makes the page's call with something left out or changed: refused with its reason, and nothing moves. */
async function refusedWithout(
  { step, action = 'continue', call, shown = [] }: Page,
  left: { readonly what: string; readonly shown?: readonly string[]; readonly arguments?: JsonObject },
): Promise<string> {
  const before = await everything();
  const hashes = Object.fromEntries(
    (left.shown ?? shown).map((idTag) => [idTag, compliance.documents[idTag]?.hash ?? `no document ${idTag}`]),
  );
  const answer: Answer = await person.ask(
    call?.operation ?? '',
    { ...call?.variables(applicant.id, person.email), ...left.arguments },
    { key: randomUUID(), step, by: { by: 'action', action }, shown: hashes },
  );
  expect([left.what, answer.errors[0]?.extensions.code]).toEqual([left.what, 'REFUSED']);
  expect(await everything()).toEqual(before);
  return answer.errors[0]?.extensions.reason ?? '';
}

/** The ways to a signed loan, with the pages that make a call before the person has come to them. */
const pages: readonly Page[] = [
  ...pagesToSubmit(),
  submitPage,
  heardAt('transition', 'SUBMIT_APPROVED'),
  ...pagesToSign(),
];

/** What nobody has said in the place of it; an email alone is of a type of its own, which takes no other member. */
function anotherThan(honest: Json): Json {
  if (typeof honest === 'string') return `${honest}x`;
  const { email, ...others } = honest as JsonObject;
  return typeof email === 'string' ? { ...others, email: `x${email}` } : { ...others, more: true };
}

describe('on the way to a signed loan, each call without one thing that its page asks is refused', () => {
  test('made before its page is reached', async () => {
    for (const page of pages.slice(1)) {
      if (!page.call) continue;
      const reason = await refusedWithout(page, { what: `${page.call.operation} of ${page.step}, too early` });
      expect([page.step, reason]).toEqual([page.step, 'notReached']);
    }
  });

  test.each(pages.map((page, at) => [`${at + 1}, ${page.step}`, page] as const))('page %s', async (_, page) => {
    if (page.step === 'transition') await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
    if (!page.call) return applicant.leave(page);
    if (page.answers) expect((await applicant.save(page.answers, {})).errors).toEqual([]);
    const stored = { ...(await answers()) };
    // Each answer that the page, or at a page without questions any page before it, asks for.
    const own = Object.values(flow.steps[page.step]?.fields ?? {});
    const asked = own.length > 0 ? own : Object.values(flow.steps).flatMap((step) => Object.values(step.fields));
    const given: Readonly<Record<string, Json>> = Object.assign(
      {},
      ...pages.map((one) => one.answers ?? {}),
    ) as JsonObject;
    let tried = 0;
    if (page.load) {
      const { operation, variables } = page.load;
      expect(await refusedWithout(page, { what: `${page.step} without ${operation}` })).toBe('notShown');
      expect((await person.ask(operation, variables(applicant.id))).errors).toEqual([]);
      tried += 1;
    }
    for (const field of asked) {
      const value = given[field.bind];
      if (field.required !== true || get(stored, field.bind) === undefined || value === undefined) continue;
      // Locked: what was sent stands.
      if ((await applicant.save({ [field.bind]: null }, {})).errors.length > 0) continue;
      const reason = await refusedWithout(page, { what: `${page.step} without ${field.bind}` });
      expect([field.bind, reason]).toEqual([field.bind, expect.stringMatching(/^(notFinished|notReached)$/)]);
      expect((await applicant.save({ [field.bind]: value }, {})).errors).toEqual([]);
      tried += 1;
    }
    for (const tag of page.shown ?? []) {
      const shown = page.shown?.filter((one) => one !== tag) ?? [];
      expect(await refusedWithout(page, { what: `${page.step} without ${tag}`, shown })).toBe('notShown');
      tried += 1;
    }
    const made = flow.steps[page.step]?.actions.flatMap(({ calls }) => calls);
    const call = made?.find(({ operation }) => operation === page.call?.operation);
    for (const name of Object.keys(call?.with ?? {})) {
      const honest = page.call.variables(applicant.id, person.email)[name];
      if (honest === applicant.id || honest === undefined) continue; // another application's id is another test's
      const other = anotherThan(honest);
      const reason = await refusedWithout(page, {
        what: `${page.step}: another ${name}`,
        arguments: { [name]: other },
      });
      expect([name, reason]).toEqual([name, 'notTheArgument']);
      tried += 1;
    }
    expect(tried).toBeGreaterThan(0);
    await applicant.leave({ ...page, answers: {} });
  });
});
