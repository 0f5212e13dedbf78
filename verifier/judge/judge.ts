/**
 * The judge walks every move of a certificate with core, and it alone says of a duty that it is proved. What it looks
 * at and what it takes on trust: decisions/0028.
 */
import type { Claim, Judgement } from '../certificate.ts';
import { Asked, isWhole, type Way } from './duty.ts';
import { combined, named, NOWHERE, uncovered, without } from './offers.ts';
import { otherwise } from './same.ts';
import { get, same, type Step } from '../../runtime/core/index.ts';
import { entered, walked, type Stand, type Stride } from './walk.ts';

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
    const { at, leads, state, calls, out } = way;
    if (at !== 'the start' && out !== (typeof leads === 'string')) faults.push(`${at} does not lead to ${leads}`);
    if (typeof leads === 'string') return;
    const { open } = states[leads] ?? NOWHERE;
    const known = (stands[leads] ??= { state, calls });
    const what = otherwise(claim, [known.state, state], Object.keys(open));
    faults.push(...lost(claim, way).map((bind) => `from ${at} to ${leads} it is not told apart what ${bind} is`));
    if (what !== undefined) faults.push(`${at} does not lead to ${leads} (${state.page.step}): ${what} is otherwise`);
  };
  const addresses = [{}, ...Object.values(flow.steps).flatMap(({ id, entry }) => (entry ? [{ entry: id }] : []))];
  const listed = new Set(starts.map((start) => named({ ...start, to: undefined })));
  const all = combined(unknown, [...new Set(starts.flatMap(({ given }) => Object.keys(given)))]);
  const wanted = new Set(all.flatMap((given) => addresses.map((one) => named({ ...one, given, to: undefined }))));
  faults.push(...[...without(wanted, listed), ...without(listed, wanted)].map((who) => `the starts differ: ${who}`));
  for (const start of starts) take({ ...entered(flow, world, start), at: 'the start', leads: start.to });
  for (const [at, { moves }] of states.entries()) {
    const stand = stands[at];
    if (!stand) faults.push(`no state before ${at} leads there`);
    else for (const { deeds, to } of moves) take({ ...walked(flow, stand, deeds), at, leads: to });
  }
  return { ways, stands, faults };
}

/** What of the world or of open answers a deed tells. */
const tells = (deed: Stride['deed']): readonly string[] =>
  deed.type === 'given' ? Object.keys(deed.facts) : deed.type === 'supposed' ? [deed.bind] : [];

/**
 * Paths of answers that were left open and are so no more, though no deed tells or gives them; and of those that are
 * said to be open where they are something else. What a state asks of the world it asks once.
 */
function lost({ flow, certificate: { states } }: Claim, { at, state, strides, leads }: Way): readonly string[] {
  const [before, after] = [states[Number(at)] ?? NOWHERE, states[Number(leads)] ?? NOWHERE];
  const told = strides.flatMap(({ deed }) => tells(deed));
  const gave = strides.flatMap(({ from: { page }, deed }) =>
    deed.type === 'answered' ? ((flow.steps[page.step] as Step).fields[deed.field]?.bind ?? []) : [],
  );
  const gone = Object.keys(before.open).filter(
    (bind) => ![...told, ...gave, ...Object.keys(after.open)].includes(bind) && get(state.answers, bind) !== undefined,
  );
  const other = Object.entries(after.open).flatMap(([bind, values]) =>
    values.some((value) => same(value, get(state.answers, bind) ?? null)) ? [] : bind,
  );
  const again = after.moves.flatMap(({ deeds }) => deeds.flatMap(tells));
  return [...gone, ...other, ...again.filter((path) => told.includes(path))];
}
