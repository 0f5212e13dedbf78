/** The applications that are open: from the database, or from a file that was written beside it. */
import { readFileSync } from 'node:fs';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Operator, UnderWay, VersionText } from '../../server/operator.ts';
import { withheld, type OfBrand, type Standing } from '../../verifier/impact/standing.ts';
import type { Options } from '../../compile/index.ts';
import { moduleOf } from '../operator/modules.ts';
import { productNamed, type Loaded } from '../products.ts';
import { filesOf, loadSeen } from '../versions.ts';

/** One of them with its version, and what rules read of the content until now. */
export interface Found {
  readonly one: Standing;
  readonly before: CompiledFlow;
  readonly now?: OfBrand;
}

/** A version in a file: its text, or the folder or revision of the content that it is compiled from. */
type VersionIn = VersionText | { readonly content: string };

/** What leaves the house; see docs/tasks/impact.md. */
interface Dump {
  /** Instant at which it was read, ISO 8601. */
  readonly read?: string;
  readonly versions: Readonly<Record<string, VersionIn>>;
  /** By brand. */
  readonly now?: Readonly<Record<string, OfBrand>>;
  readonly applications: readonly Written[];
}
/** An application in a file that somebody made up may leave out what nothing hangs on. */
type Written = Pick<Standing, 'id' | 'brand' | 'flow' | 'definition'> & Partial<Standing>;

/** Those of the database, in clear. */
export async function* fromDatabase(operator: Pick<Operator, 'underWay'>): AsyncGenerator<Found> {
  for await (const found of operator.underWay()) yield { ...standing(found), before: found.version };
}

/** The whole of a file: applications without what only their owners could say, and the versions they are on. */
export async function dumpOf(operator: Pick<Operator, 'underWay' | 'textOf'>, read: Date): Promise<Dump> {
  const applications: Standing[] = [];
  const versions: Record<string, VersionText> = {};
  const content: Record<string, OfBrand> = {};
  for await (const { one, before, now } of fromDatabase(operator)) {
    versions[before.hash] ??= await operator.textOf(before.hash);
    if (now) content[one.brand] ??= now;
    applications.push(
      withheld(one, before, now ?? { brand: {}, flags: {}, compliance: { states: {}, documents: {} } }),
    );
  }
  return { read: read.toISOString(), versions, now: content, applications };
}

/** Those of a file. Throws where it is none, or names a version that it does not hold. */
export async function* fromFile(file: string, options: Options): AsyncGenerator<Found> {
  const dump = JSON.parse(readFileSync(file, 'utf8')) as Dump;
  const known = new Map<string, CompiledFlow>();
  for (const written of dump.applications) {
    const one: Standing = { ...nothing, ...written, beside: { ...bare, today: options.today, ...written.beside } };
    const key = JSON.stringify([one.definition, one.brand, one.flow]);
    const before = known.get(key) ?? (await versionOf(dump, one, options));
    known.set(key, before);
    const now = dump.now?.[one.brand];
    yield { one, before, ...(now && { now }) };
  }
}

const nothing = { sent: false, answers: {}, journey: {}, values: {}, outcomes: [] } as const;
const bare = {
  session: {},
  customer: {},
  application: {},
  route: { params: {}, query: {} },
  cookies: {},
  device: {},
  results: {},
  now: '',
} as const;

async function versionOf({ versions }: Dump, one: Standing, options: Options): Promise<CompiledFlow> {
  const version = versions[one.definition];
  if (version === undefined) throw new Error(`The file has no version ${one.definition}, which ${one.id} is on.`);
  if ('code' in version) return await moduleOf<CompiledFlow>(one.definition, version);
  const found = filesOf(version.content);
  if (!found.ok) throw new Error(found.why);
  const content: Loaded | undefined = await loadSeen(found.files, options);
  const flow = content && productNamed(content.products, one.brand).flows[one.flow];
  if (!flow) throw new Error(`${version.content} has no flow ${one.flow} that ${one.brand} offers.`);
  return flow;
}

function standing({
  id,
  brand,
  version,
  sent,
  answers,
  journey,
  world,
  values,
  outcomes,
}: UnderWay): Omit<Found, 'before'> {
  const { brand: facts, flags, compliance, ...beside } = world;
  const one = {
    id,
    brand,
    flow: version.id,
    definition: version.hash,
    sent,
    answers,
    journey,
    beside,
    values,
    outcomes,
  };
  return { one, now: { brand: facts, flags, compliance } };
}
