/** Why an obligation is broken on a way, in sentences for a compliance officer. Pure. */
import type { Source } from '../../compile/content.ts';
import { member } from '../../compile/json-types.ts';
import type { StepId } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { facts, get } from '../../runtime/core/index.ts';
import { mayShow } from '../../runtime/core/disclosures.ts';
import type { State } from '../../runtime/core/state.ts';
import { readsOf } from '../domain/atoms.ts';
import type { Leg } from '../explore/exploration.ts';
import { leftSteps } from '../explore/equivalence/key.ts';
import type { Survey } from '../explore/survey.ts';
import { rulesOf } from '../rules/placed.ts';
import { listed } from '../../compile/english.ts';
import { givenWords, sentence } from '../words/sentence.ts';
import { wordsOf, type Words } from '../words/words.ts';
import type { Ungiven } from './consent.ts';
import type { Obligation } from './obligation.ts';
import { isInForce, roundsOf } from './prove.ts';
import { lackingOf } from './wording.ts';

/**
 * One sentence each: where the document stands and why this applicant misses it, how the page was passed by, or what is
 * not true then.
 */
export function whyBroken(
  source: Source,
  survey: Survey,
  { obligation, leg, ungiven }: { readonly obligation: Obligation; readonly leg: Leg; readonly ungiven: Ungiven },
): readonly string[] {
  const { because, leftOut } = obligation;
  if (leftOut)
    return [
      `The obligation leaves ${survey.brand} out, and somebody of it whom it is for comes there all the same: add "${survey.brand}" to its "brands", or say by "states", "products" or "when" whom else it is not for.`,
    ];
  if (because) return because[leg.after.page.step] ?? [];
  if (obligation.moment.kind === 'stands') {
    const words = wordsOf(source, survey.resolved);
    if (typeof leg.to !== 'string' && roundsOf(survey).has(leg.to))
      return [
        `From "${words.step(leg.after.page.step)}" calls may answer so that the way goes round for ever, and nobody can do anything about it: let one of the outcomes lead out, give a page of the round a button, or let it wait for an event or a timer.`,
      ];
    return [
      `Whoever comes to "${words.step(leg.after.page.step)}" this way cannot go on, and it is no outcome: add a button or a way that holds for them, or give the step an "outcome".`,
    ];
  }
  const lacking = lackingOf(survey, obligation);
  if (lacking.length > 0) return lacking;
  const { moment, shown, tags, passed, agreed, boxes, since, holds } = obligation;
  const words = wordsOf(source, survey.resolved);
  const state = leg.after;
  const late = moment.kind === 'arrives' && !moment.ends ? moment.steps : new Set<StepId>();
  const left = leftSteps(survey.flow, state);
  const once =
    shown !== undefined
      ? left.some((id) => tags.some((tag) => Object.hasOwn(state.journey[id]?.shown ?? {}, tag)))
      : passed !== undefined
        ? left.includes(passed)
        : boxes.some((bind) => get(state.answers, bind) === true);
  if (since && (agreed === undefined || isInForce(survey.product, agreed)) && once) {
    const what =
      shown !== undefined
        ? `"${shown}" is shown`
        : agreed !== undefined
          ? `"${agreed}" is agreed to`
          : `"${words.step(passed ?? '')}" is passed`;
    const ends = [...since.facts.map((path) => `"${words.fact(path)}"`), ...since.outcomes.map((name) => `"${name}"`)];
    return [
      `On this way ${what}, and then ${listed(ends, 'or')} comes anew: nothing brings the person back, so what was seen before is all they have.`,
    ];
  }
  if (agreed !== undefined && boxes.length === 0)
    return [
      `No page of this flow asks to agree to "${agreed}": put it into the list of documents of a page, or beside a box as { "disclosure": "${agreed}", "consent": the field }.`,
    ];
  if (agreed !== undefined && !isInForce(survey.product, agreed))
    return [`No version of "${agreed}" is in force on that day.`];
  if (shown !== undefined) {
    const shows = (idTag: string): boolean =>
      Object.values(survey.flow.steps).some((step) => mayShow(survey.flow, step, idTag));
    const placed = tags.filter(shows);
    return (placed.length > 0 ? placed : [shown]).flatMap((idTag) => whereShown(survey, words, { idTag, state, late }));
  }
  if (passed !== undefined) return [howPassedBy(survey, words, { id: passed, state })];
  if (holds === undefined) return [];
  const seen = facts(survey.flow, state);
  const known = Object.fromEntries(
    [...readsOf(holds)]
      .map((path) => [path, get(seen as unknown as JsonObject, path)] as const)
      .filter((entry): entry is readonly [string, Json] => entry[1] !== undefined),
  );
  return [
    ...[...ungiven].map(
      (bind) =>
        `Nobody gave "${words.fact(`answers.${bind}`)}": an action, an event or a default makes it true before the person is asked, so it counts as not given.`,
    ),
    `Then this is not true: ${sentence(holds, words)}. On the way below ${givenWords(known, words)}.`,
  ];
}

function whereShown(
  { flow, resolved }: Survey,
  words: Words,
  { idTag, state, late }: { readonly idTag: string; readonly state: State; readonly late: ReadonlySet<StepId> },
): readonly string[] {
  const steps = Object.values(flow.steps)
    .filter((step) => mayShow(flow, step, idTag))
    .map(({ id }) => id);
  const first = [...late].map((id) => `"${words.step(id)}"`);
  if (steps.length === 0)
    return [
      `No page of this flow shows "${idTag}": put { "disclosure": "${idTag}" } into the layout of a page${first.length > 0 ? ` that comes before ${listed(first, 'or')}` : ''}.`,
    ];
  const left = leftSteps(flow, state);
  return steps.map((id) => {
    const stands = `"${idTag}" stands on "${words.step(id)}"`;
    if (late.has(id)) return `${stands} itself, which is too late: put it on a page before.`;
    if (!left.includes(id)) return `${stands}, where this applicant does not come.`;
    const whens = rulesOf(resolved)
      .filter(
        ({ step, decides, holder }) =>
          step === id && decides === 'item' && member(holder as Json, 'disclosure') === idTag,
      )
      .map(({ written }) => sentence(written, words));
    return `${stands}${whens.length > 0 ? `, but only when ${listed(whens, 'or')}: this applicant passes the page without it` : ', and this applicant passes the page without it'}.`;
  });
}

function howPassedBy(
  { flow }: Survey,
  words: Words,
  { id, state }: { readonly id: StepId; readonly state: State },
): string {
  const record = leftSteps(flow, state).includes(id) ? state.journey[id] : undefined;
  const page = `"${words.step(id)}"`;
  if (!record) return `This applicant does not come to ${page}.`;
  const pressed =
    record.by === 'action'
      ? `the button "${record.action}"`
      : record.by === 'link'
        ? 'a link'
        : record.by === 'dialog'
          ? `the dialog "${record.dialog}"`
          : 'a call, an event or a timer';
  return `This applicant leaves ${page} by ${pressed}, which does not ask its questions to be answered.`;
}
