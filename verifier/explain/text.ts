/** An explanation as lines to read, and as JSON. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { byWords } from '../graph/way-words.ts';
import { capital, listed, plainWords, quoted } from '../../compile/english.ts';
import { factIs, givenWords } from '../words/sentence.ts';
import type { Words } from '../words/words.ts';
import { isSetting, type Change } from './changes.ts';
import type { Explanation, Rule } from './explain.ts';
import type { Playthrough, Standing } from './playthrough.ts';
import type { Act } from './reasons.ts';
import { fullName } from './things.ts';

/** The explanation in sentences, one a line, parts of a point indented. */
export function explanationLines(found: Explanation): readonly string[] {
  return [headline(found), `  ${moment(found)}`, ...because(found), ...whatElse(found)];
}

/** The same for programs. */
export function explanationJson(found: Explanation): JsonObject {
  const { thing, turned, words } = found;
  return {
    thing: { kind: thing.kind, name: fullName(thing), label: thing.label },
    standing: found.standing,
    says: headline(found),
    pages: found.onScreen,
    of: found.journey.pages.length,
    end: found.journey.ran.end,
    facts: found.facts.map(({ path, value }) => ({
      path,
      value: (value ?? null) as never,
      says: factIs(path, value, words),
    })),
    exact: found.inexact === undefined,
    ...(found.inexact !== undefined && { why: found.inexact }),
    rules: found.rules.map(({ says, holds, file, line, column, facts, named }) => ({
      says,
      holds,
      file,
      line,
      column,
      facts,
      ...(named && { named: { ...named } }),
    })),
    acts: found.acts.map((act) => actWords(act, words)),
    via: found.via,
    change:
      turned && turned.changes.length > 0
        ? {
            says: changeLine(found),
            changes: turned.changes.map(({ kind, what, from, to }) => ({ kind, what, from: from ?? null, to })),
            besides: turned.besides,
            standing: turned.standing,
            end: turned.journey.ran.end,
            path: turned.journey.ran.path,
            do: turned.fixture.do as never,
            given: turned.fixture.given as never,
          }
        : null,
    tried: found.tried,
  };
}

const NOUNS = { step: 'The step', field: 'The field', disclosure: 'The disclosure', button: 'The button' } as const;

function headline({ thing, standing, words, via }: Explanation): string {
  const name =
    thing.kind === 'disclosure'
      ? thing.id
      : thing.kind === 'step'
        ? `${quoted(words.step(thing.id))} (${fullName(thing)})`
        : quoted(thing.label);
  const page = thing.kind === 'step' ? '' : ` on ${quoted(words.step(thing.step))}`;
  const passed = via.length > 0 && thing.kind !== 'step' ? `: ${quoted(words.step(thing.step))} is not on the way` : '';
  return `${NOUNS[thing.kind]} ${name}${page} ${stands(standing, thing.kind === 'step')}${passed}.`;
}

const stands = (standing: Standing, isStep: boolean): string =>
  standing === 'ahead'
    ? 'is not decided yet: the journey stops before it'
    : isStep
      ? `is ${standing === 'shown' ? '' : 'not '}on the way`
      : `is ${standing === 'shown' ? '' : 'not '}shown`;

function moment({ onScreen, journey, standing, words, thing }: Explanation): string {
  const { length } = journey.pages;
  const last = journey.pages.at(-1);
  const end = last ? `${last.flow}/${last.step}` : '';
  if (onScreen.length === 0) return `It was never on the screen; the journey of ${length} pages ends at ${end}.`;
  const pages = `page${onScreen.length === 1 ? '' : 's'} ${listed(onScreen.map(String), 'and')} of ${length}`;
  const since = standing === 'shown' ? '' : ', but not where the journey ends';
  return `It was on the screen on ${pages}${thing.kind === 'step' ? '' : `, ${quoted(words.step(thing.step))}`}${since}; the journey ends at ${end}.`;
}

function because(found: Explanation): readonly string[] {
  const { facts, rules, acts, via, stopped, words, inexact, standing, thing, journey } = found;
  const lines: string[] = [];
  const before = via.slice(0, -1);
  if (before.length > 0)
    lines.push(
      `It comes after ${listed([...before.slice(0, 2).map((id) => quoted(words.step(id))), ...(before.length > 2 ? [`${before.length - 2} more`] : [])], 'and')} only, and ${quoted(words.step(before[0] ?? ''))} is not on the way.`,
    );
  if (stopped !== undefined) lines.push(`The journey stands at ${quoted(words.step(stopped))} and has not left it.`);
  if (facts.length > 0) {
    lines.push('Because');
    for (const rule of rules) lines.push(...ruleLines(rule, facts, words));
    lines.push(
      inexact === undefined
        ? `Whatever every other fact is, ${facts.length === 1 ? 'this alone decides' : 'these alone decide'} it.`
        : `As far as was tried ${facts.length === 1 ? 'this alone decides' : 'these alone decide'} it; not every value was, because ${inexact}.`,
    );
  }
  if (facts.length === 0)
    for (const rule of rules)
      lines.push(`Whatever the facts are, this ${rule.holds ? 'holds' : 'does not hold'}: ${placed(rule)}`);
  for (const act of acts) lines.push(`${facts.length > 0 ? 'And ' : 'Because '}${actWords(act, words)}.`);
  if (lines.length === 0 && standing === 'shown')
    lines.push(
      `No condition decides it: it is there whenever the way comes ${thing.kind === 'step' ? 'here' : 'to its page'}.`,
    );
  if (lines.length === 0)
    lines.push(
      journey.last.has(thing.flow)
        ? 'Nothing in this journey leads there.'
        : `The journey never enters the flow ${quoted(thing.flow)}.`,
    );
  return lines;
}

/** The facts a rule depends on here, and the rule with its place. */
function ruleLines(rule: Rule, facts: Explanation['facts'], words: Words): readonly string[] {
  const own = facts
    .filter(({ path }) => rule.facts.includes(path))
    .map(({ path, value }) => factIs(path, value, words));
  return [`  ${own.join(', and ')}`, `    ${rule.holds ? 'rule' : 'rule that does not hold'}: ${placed(rule)}`];
}
const placed = ({ says, file, line, named }: Rule): string =>
  `${capital(says)} (${file}:${line}${named ? `, ${named.file}:${named.line}` : ''})`;

/** What was done: `at "Check your answers" "Submit" was pressed and submitApplication gave submitting`. */
function actWords({ at, by, outcome, wanted }: Act, words: Words): string {
  const came = `at ${quoted(words.step(at))} ${byWords(by, 'past')}${outcome ? ` and ${outcome.operation} answered ${quoted(words.outcome(outcome.name))}` : ''}`;
  const ways = [...new Set(wantedWords(wanted ?? [], words))];
  return ways.length === 0 ? came : `${came}; what leads there is ${listed(ways, 'or')}`;
}

/** Ways by what takes them; the outcomes of one call together. */
function wantedWords(wanted: NonNullable<Act['wanted']>, words: Words): readonly string[] {
  const outcomes = new Map<string, string[]>();
  for (const { by, outcome } of wanted) {
    const taken = by.kind === 'load' && outcome ? '' : byWords(by, 'noun');
    const key = outcome ? `${taken}${taken === '' ? '' : ' with '}${outcome.operation} answering ` : taken;
    const names = outcomes.get(key) ?? [];
    outcomes.set(key, names);
    if (outcome) names.push(quoted(words.outcome(outcome.name)));
  }
  return [...outcomes].map(([key, names]) => key + listed(names, 'or'));
}

function whatElse(found: Explanation): readonly string[] {
  const { turned, tried, complete, standing } = found;
  if (standing === 'ahead')
    return [
      turned
        ? `Gone on with by ordinary answers, it comes: ${wayWords(found.journey, turned.journey)}. There, ${givenWords(turned.besides, found.words)}.`
        : 'Gone on with by ordinary answers alone, it does not come: an event, an outcome or another answer is needed.',
    ];
  if (turned) {
    const { besides, journey } = turned;
    const more = Object.keys(besides).length === 0 ? '' : ` Besides, ${givenWords(besides, found.words)}.`;
    return [
      turned.changes.some(isSetting) ? 'What would change it, and no applicant decides' : 'What would change it',
      `  ${changeLine(found)}`,
      `  Played again with ${turned.changes.length === 1 ? 'this one change' : 'these two changes'}, as far as it takes to see it: ${wayWords(found.journey, journey)}.${more}`,
    ];
  }
  return [
    `No single answer, fact, outcome or event of this fixture would ${standing === 'shown' ? 'hide' : 'show'} it${complete ? ', and no two of those its rules read' : ''}: ${tried} other journeys were played${complete ? '' : ', not every pair among them'}.`,
  ];
}

/** Where another journey parts from this one. */
function wayWords({ ran: { path: here } }: Playthrough, { ran: { path: there, leaves } }: Playthrough): string {
  const last = there.at(-1);
  if (last === undefined)
    return `the journey comes to no page${leaves === undefined ? '' : `, but away to the address ${quoted(plainWords(leaves))}`}`;
  if (here.join() === there.join()) return `the journey goes the same way, to ${last}`;
  const parted = there.findIndex((step, index) => step !== here[index]);
  if (parted < 0) return `the journey comes as far as ${last}`;
  return `the journey goes ${parted === 0 ? '' : `the same way to ${there[parted - 1] ?? ''}, then `}${there.slice(parted).join(', ')}`;
}

function changeLine({ turned, thing, words }: Explanation): string {
  if (!turned) return '';
  const then = turned.standing === 'shown' ? 'it would be' : 'it would not be';
  return `If ${listed(
    turned.changes.map((change) => supposed(change, words)),
    'and',
  )}, ${then} ${thing.kind === 'step' ? 'on the way' : 'shown'}.`;
}

/** `ok/available` of the table of answers: the outcome, and which of its values. */
function supposed({ kind, what, from, to }: Change, words: Words): string {
  const answer = (key: Json | undefined): string =>
    String(key)
      .split('/')
      .map((part) => quoted(words.outcome(part)))
      .join(' with ');
  if (kind === 'outcome') return `${what} answered ${answer(to)} instead of ${answer(from)}`;
  if (kind === 'press')
    return `${quoted(String(to))} were pressed instead of ${quoted(String(from))} at ${quoted(words.step(what))}`;
  if (kind === 'event')
    return `the event were ${quoted(words.outcome(String(to)))} instead of ${quoted(words.outcome(String(from)))}`;
  const is = factIs(what, to, words);
  const were = is.replace(
    /^((?:"[^"]*"|[^"])*?) (is|are|has) /,
    (_, noun: string, verb: string) => `${noun} ${verb === 'has' ? 'had' : 'were'} `,
  );
  const instead = typeof to === 'boolean' || from === undefined ? '' : ` instead of ${words.value(what, from)}`;
  return `${were}${instead}`;
}
