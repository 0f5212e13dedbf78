/**
 * Whether a regular expression can be made to run away: some texts take it a time that grows faster than their length.
 * Most patterns are seen to be harmless by their shape; `recheck` judges the others (its pure JavaScript build, loaded
 * when first needed: it is large).
 */
import { createRequire } from 'node:module';

interface Runaway {
  /** `exponential`, or the power of the length that the time grows with. */
  readonly growth: 'exponential' | number;
  /** A text on which it runs away, shortened for reading; absent when none was made. */
  readonly attack?: string;
}
export type Judged =
  | { readonly kind: 'safe' }
  | { readonly kind: 'unknown' }
  | ({ readonly kind: 'runaway' } & Runaway);

interface Diagnostics {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly type: string; readonly degree?: number };
  readonly attack?: { readonly string: string };
}
interface Recheck {
  readonly checkSync: (source: string, flags: string, parameters: { readonly timeout: number | null }) => Diagnostics;
}
/** Milliseconds of processor time for one pattern; what takes longer is `unknown`. */
const BUDGET = 1000;
/** Of what this thread was given on a machine that is busy with others, at least one part in so many. */
const SLOWEST = 64;
/** Of an attack so much is shown. */
const SHOWN = 40;

/** Steps that a pattern may take on its longest text: about a second. */
const STEPS = 100_000_000;
const SAFE: Judged = { kind: 'safe' };

/** Verdicts of recheck by the pattern's text. */
const judged = new Map<string, Judged>();
let recheck: Recheck | undefined;

/**
 * Judges a pattern that compiles with the flag `u`.
 * @param longest characters of the longest text it is given
 */
export function judgePattern(pattern: string, longest: number): Judged {
  const made = parts(pattern).map(
    (part): Judged => ((bound(part, longest) ?? Infinity) <= STEPS ? SAFE : asked(part, longest)),
  );
  return made.find(({ kind }) => kind === 'runaway') ?? made.find(({ kind }) => kind === 'unknown') ?? SAFE;
}

function asked(pattern: string, longest: number): Judged {
  const verdict = judged.get(pattern) ?? judgeAnew(pattern);
  judged.set(pattern, verdict);
  return verdict.kind === 'runaway' && verdict.growth !== 'exponential' && longest ** verdict.growth <= STEPS
    ? SAFE
    : verdict;
}

function judgeAnew(pattern: string): Judged {
  recheck ??= load();
  const { checkSync } = recheck;
  const { status, complexity, attack } = withinProcessorTime(
    (timeout) => checkSync(pattern, 'u', { timeout }),
    () => process.threadCpuUsage().user / 1000,
  );
  if (status !== 'vulnerable') return { kind: status };
  const growth = complexity?.type === 'polynomial' ? (complexity.degree ?? 2) : 'exponential';
  return {
    kind: 'runaway',
    growth,
    ...(attack && { attack: attack.string.length > SHOWN ? `${attack.string.slice(0, SHOWN)}…` : attack.string }),
  };
}

/**
 * The verdict within the budget of processor time, though the judge counts by the clock: on a machine busy with others
 * a second goes by in which this thread computed for a few milliseconds, and a server would refuse its own content.
 * @param spent milliseconds that this thread has computed for
 */
export function withinProcessorTime<Verdict extends { readonly status: string }>(
  judge: (timeoutMs: number) => Verdict,
  spent: () => number,
): Verdict {
  const began = spent();
  for (let timeout = BUDGET; ; timeout *= 2) {
    const verdict = judge(timeout);
    if (verdict.status !== 'unknown' || spent() - began >= BUDGET / 2 || timeout >= BUDGET * SLOWEST) return verdict;
  }
}

/**
 * Its first verdict takes ten times as long as the next: one without a budget, so that no pattern is called too complex
 * for having come first.
 */
function load(): Recheck {
  const loaded = createRequire(import.meta.url)('recheck/lib/browser.js') as Recheck;
  loaded.checkSync('^(a+)+$', 'u', { timeout: null });
  return loaded;
}

/** `^(?=A)(?!B)C` asks A, B and C one after the other, each from the start: three patterns. */
function parts(pattern: string): readonly string[] {
  const found: string[] = [];
  let rest = pattern;
  for (let look = /^\^\(\?[=!]/.exec(rest); look; look = /^\^\(\?[=!]/.exec(rest)) {
    const end = closing(rest, 1);
    const after = rest.slice(end + 1);
    if (end < 0 || /^[*+?{]/.test(after)) break;
    found.push(`^(?:${rest.slice(look[0].length, end)})`);
    rest = `^${after}`;
  }
  return [...found, rest];
}

/** The index of the bracket that closes the group which opens at `from`; -1 when there is none. */
function closing(pattern: string, from: number): number {
  let depth = 0;
  let inClass = false;
  for (let i = from; i < pattern.length; i++) {
    const c = pattern[i];
    if (c === '\\') i++;
    else if (inClass) inClass = c !== ']';
    else if (c === '[') inClass = true;
    else if (c === '(') depth++;
    else if (c === ')' && --depth === 0) return i;
  }
  return -1;
}

/** Ways to go through a pattern: at most `ways` times the length of the text to the power of `repetitions`. */
interface Cost {
  readonly repetitions: number;
  readonly ways: number;
  /**
   * Whether something is read over and over that can end in one place only, so that one way may be as long as the text.
   */
  readonly long: boolean;
}
const NONE: Cost = { repetitions: 0, ways: 1, long: false };

/** An upper bound of the steps by the pattern's shape alone; undefined when the shape says nothing. */
function bound(pattern: string, longest: number): number | undefined {
  if (/\\[1-9kbB]|\(\?(?!:)/.test(pattern)) return undefined;
  const anchored = pattern.startsWith('^');
  const cost = costOf(anchored ? pattern.slice(1) : pattern);
  // Without an anchor it is tried from every place of the text.
  const repetitions = cost === undefined ? 0 : cost.repetitions + (anchored ? 0 : 1);
  return cost && cost.ways * longest ** (repetitions > 0 && cost.long ? repetitions + 1 : repetitions);
}

function costOf(pattern: string): Cost | undefined {
  const ways: Cost[] = [];
  let way = NONE;
  for (let i = 0; i < pattern.length; ) {
    if (pattern[i] === '|') {
      ways.push(way);
      way = NONE;
      i++;
      continue;
    }
    const group = pattern[i] === '(';
    const end = group ? closing(pattern, i) : endOfAtom(pattern, i);
    if (end < 0) return undefined;
    const inner = group ? costOf(pattern.slice(i, end).replace(/^\((\?:)?/, '')) : NONE;
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(pattern.slice(end + 1))?.[0] ?? '';
    const next = end + 1 + quantifier.length;
    const ends = !group && quantifier !== '' && endsHere(pattern.slice(i, end + 1), pattern.slice(next));
    const cost = ends ? { ...NONE, long: true } : inner && repeated(inner, quantifier);
    if (!cost) return undefined;
    way = { repetitions: way.repetitions + cost.repetitions, ways: way.ways * cost.ways, long: way.long || cost.long };
    i = next;
  }
  const all = [...ways, way];
  return {
    repetitions: Math.max(...all.map(({ repetitions }) => repetitions)),
    ways: all.reduce((sum, one) => sum + one.ways, 0),
    long: all.some(({ long }) => long),
  };
}

/**
 * What goes through in one way only ends, repeated, after as many times as there are; what goes through in several ways
 * multiplies them.
 */
function repeated(inner: Cost, quantifier: string): Cost | undefined {
  if (quantifier === '') return inner;
  const numbers = /^\{(\d+)(,(\d*))?/.exec(quantifier);
  const least = numbers ? Number(numbers[1]) : quantifier.startsWith('+') ? 1 : 0;
  const most = numbers
    ? numbers[2] === undefined
      ? least
      : numbers[3] === ''
        ? Infinity
        : Number(numbers[3])
    : quantifier.startsWith('?')
      ? 1
      : Infinity;
  const single = inner.repetitions === 0 && inner.ways === 1;
  if (most === Infinity) return single ? { repetitions: 1, ways: 1, long: inner.long } : undefined;
  return { repetitions: inner.repetitions * most, ways: inner.ways ** most * (most - least + 1), long: inner.long };
}

/** Whether a character follows that the repeated atom cannot take: the repetition can end in one place only. */
function endsHere(atom: string, rest: string): boolean {
  const literal = /^(?:\\([^A-Za-z0-9])|([^\\[(|^$.*+?{)]))(?![*?]|\{0)/.exec(rest);
  const next = literal?.[1] ?? literal?.[2];
  return next !== undefined && !new RegExp(`^${atom}$`, 'su').test(next);
}

/** The index of the last character of the escape, class or character at `i`. */
function endOfAtom(pattern: string, i: number): number {
  if (pattern[i] === '\\')
    return (
      i +
      (/^\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|.)/s.exec(pattern.slice(i))?.[0]
        .length ?? 2) -
      1
    );
  if (pattern[i] !== '[') return i;
  for (let j = i + 1; j < pattern.length; j++) {
    if (pattern[j] === '\\') j++;
    else if (pattern[j] === ']') return j;
  }
  return -1;
}
