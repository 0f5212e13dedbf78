/**
 * The judge walks every move of a certificate with core, and it alone says of a duty that it is proved. What it looks
 * at and what it takes on trust: decisions/0028.
 */
import type { Claim, Deed, Judgement } from '../certificate.ts';
import { Asked, type Way } from './duty.ts';
import { combined, uncovered } from './offers.ts';
import { otherwise } from './same.ts';
import { get, same } from '../../runtime/core/index.ts';
import { entered, walked, type Stand } from './walk.ts';
import { isWhole } from './wording.ts';

/** Faults that are told; of more it is enough to know that there are. */
const TOLD = 3;

/** Judges a certificate. */
export function judge(claim: Claim): Judgement {
  const { ways, stands, faults: strange } = follow(claim);
  const faults = [...strange, ...stands.flatMap((stand, at) => uncovered(claim, stand, at))].slice(0, TOLD);
  return {
    states: stands.length,
    moves: ways.length,
    faults,
    of: (duty) => {
      const other = claim.duties.every(({ name }) => name !== duty.name) && 'the exploration was made for other duties';
      const unsaid = isWhole(claim, duty) ? [] : [`the document of ${duty.name} does not say all that it must`];
      const { moments, faults: own } = other ? { moments: 0, faults: [other] } : new Asked(claim, duty).over(ways);
      const all = [...faults, ...unsaid, ...own].slice(0, TOLD);
      // Where nobody may come to the moment, nobody coming there is what is to be proved.
      return { proved: all.length === 0 && (moments > 0 || duty.holds === false), moments, faults: all };
    },
  };
}

/** Every way that the certificate lists, walked, and the states that they lead to. */
function follow(claim: Claim) {
  const { flow, world, certificate, unknown } = claim;
  const { starts, states } = certificate;
  const [ways, stands, faults]: [Way[], Stand[], string[]] = [[], [], []];
  const take = (way: Way): void => {
    ways.push(way);
    const { at = 'the start', leads, state, calls, out } = way;
    if (at !== 'the start' && out !== (typeof leads === 'string')) faults.push(`${at} does not lead to ${leads}`);
    if (typeof leads === 'string') return;
    const known = (stands[leads] ??= { state, calls });
    const what = otherwise(claim, [known.state, state], Object.keys(states[leads]?.open ?? {}));
    faults.push(...lost(claim, way).map((bind) => `from ${at} to ${leads} it is not told apart what ${bind} is`));
    if (what !== undefined) faults.push(`${at} does not lead to ${leads} (${state.page.step}): ${what} is otherwise`);
  };
  const addresses = Object.values(flow.steps).flatMap(({ id, entry }) => (entry ? [{ entry: id }] : []));
  const nameOf = (start: object): string => JSON.stringify(Object.entries(start).sort(([a], [b]) => (a < b ? -1 : 1)));
  const listed = new Set(starts.map(({ given, entry }) => nameOf({ given, ...(entry !== undefined && { entry }) })));
  const all = combined(unknown, Object.keys(starts[0]?.given ?? {}));
  const wanted = [{}, ...addresses].flatMap((address) => all.map((given) => nameOf({ ...address, given })));
  faults.push(...wanted.filter((name) => !listed.has(name)).map((name) => `nobody starts with ${name}`));
  for (const start of starts) take({ ...entered(flow, world, start), leads: start.to });
  for (const [at, { moves }] of states.entries()) {
    const stand = stands[at];
    if (!stand) faults.push(`no state before ${at} leads there`);
    else for (const { deeds, to } of moves) take({ ...walked(flow, stand, deeds), at, leads: to });
  }
  return { ways, stands, faults };
}

/** What of the world or of open answers a deed tells. */
const tells = (deed: Deed | undefined): readonly string[] =>
  deed?.type === 'given' ? Object.keys(deed.facts) : deed?.type === 'supposed' ? [deed.bind] : [];

/**
 * Paths of answers that were left open and are so no more, though no deed tells or gives them; and of those that are
 * said to be open where they are something else. What a state asks of the world it asks once.
 */
function lost({ flow, certificate: { states } }: Claim, { at, state, strides, leads }: Way): readonly string[] {
  const [before, after] = [states[at ?? -1], states[Number(leads)]];
  const told = strides.flatMap(({ from: { page }, deed }) =>
    deed?.type === 'answered' ? (flow.steps[page.step]?.fields[deed.field]?.bind ?? []) : tells(deed),
  );
  const open = Object.entries(after?.open ?? {});
  const stays = ([bind]: readonly [string, unknown]): boolean =>
    open.some(([one]) => one === bind) || told.includes(bind);
  const gone = Object.entries(before?.open ?? {}).filter(
    (one) => !stays(one) && get(state.answers, one[0]) !== undefined,
  );
  const other = open.filter(([bind, values]) => !values.some((value) => same(value, get(state.answers, bind) ?? null)));
  const first = after?.moves[0]?.deeds[0];
  return [
    ...[...gone, ...other].map(([bind]) => bind),
    ...tells(first).filter(
      (path) => strides.length === 1 && strides[0]?.deed?.type === first?.type && told.includes(path),
    ),
  ];
}
