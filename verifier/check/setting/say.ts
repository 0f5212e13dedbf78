/** What a condition decides, in words, and a problem at its place. */
import { placeOf } from '../../../compile/places.ts';
import type { Problem } from '../../../compile/types.ts';
import type { Json } from '../../../runtime/core/facts.ts';
import { nested } from '../../logic/settle.ts';
import type { Decides, PlacedRule } from '../../rules/placed.ts';
import { sentence } from '../../words/sentence.ts';
import type { Example } from './ask.ts';
import type { Setting } from './setting.ts';

export interface Told {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly example?: Example | undefined;
}
/** A problem at a member of the content, with an example when there is one to show. */
export function problemAt(
  holder: object,
  key: string | number | undefined,
  { code, message, fix, example }: Told,
): Problem {
  return {
    ...placeOf(holder, key),
    code,
    message,
    fix,
    ...(example && Object.keys(example).length > 0 && { example: nested(example) }),
  };
}

/** What a condition belongs to: `The field "Spouse's first name"`. */
export function subject(rule: PlacedRule, { words, flow }: Setting): string {
  const field = `The field ${words.field(rule.step ?? '', rule.field ?? '')}`;
  switch (rule.decides) {
    case 'step':
      return `The step "${rule.step ?? ''}"`;
    case 'field':
      return field;
    case 'item':
      return 'This part of the page';
    case 'required':
      return field;
    case 'choice':
      return `The choice ${words.value(bindOf(rule, flow.steps), (rule.holder as { readonly value?: Json }).value)} of the field ${words.field(rule.step ?? '', rule.field ?? '')}`;
    case 'check':
      return 'This check';
    case 'action':
      return `The button "${String((rule.holder as { readonly id?: Json }).id)}"`;
    case 'call':
      return `The call "${String((rule.holder as { readonly call?: Json }).call)}"`;
    case 'next':
      return 'This way';
    case 'stage':
      return `The stage "${String((rule.holder as { readonly id?: Json }).id)}"`;
  }
}

function bindOf(rule: PlacedRule, steps: Setting['flow']['steps']): string | undefined {
  const fields = steps[rule.step ?? '']?.['fields'] as Readonly<Record<string, { readonly bind?: Json }>> | undefined;
  const bind = fields?.[rule.field ?? '']?.bind;
  return typeof bind === 'string' ? `answers.${bind}` : undefined;
}

/** What it means that the condition is never true. */
export const NEVER: Readonly<Record<Decides, string>> = {
  step: "is on nobody's way",
  field: 'is never asked',
  item: 'is never shown',
  required: 'never needs an answer',
  choice: 'is never offered',
  check: 'never holds, so nobody can leave the page',
  action: 'is never there',
  call: 'is never made',
  next: 'is never taken',
  stage: 'is never left out of the progress',
};
/** What it means that the condition is always true. */
export const ALWAYS: Readonly<Record<Decides, string>> = {
  step: "is on everybody's way, as if it had no condition",
  field: 'is asked of everybody who sees the page, as if it had no condition',
  item: 'is shown to everybody who sees what is around it, as if it had no condition',
  required: 'always needs an answer',
  choice: 'is offered to everybody who sees the field, as if it had no condition',
  check: 'holds for everybody, so it checks nothing',
  action: 'is there for everybody, as if it had no condition',
  call: 'is always made, as if it had no condition',
  next: 'is taken by everybody who comes to it, so nothing after it is reached',
  stage: "is left out of everybody's progress",
};

/** Conditions, as they are said: `“the state is Texas and the customer is new”`. */
export function said(rules: readonly PlacedRule[], { words }: Setting): string {
  const [only, ...more] = rules;
  if (!only) return '';
  return `“${sentence(more.length === 0 ? only.written : { and: rules.map(({ written }) => (typeof written === 'string' ? { rule: written } : written)) }, words)}”`;
}

/** What surrounds a condition: the step, or the group or item. */
export function around(rules: readonly PlacedRule[]): string {
  if (rules.every(({ decides }) => decides === 'step')) return 'the page';
  return rules.every(({ decides }) => decides === 'field')
    ? 'the field'
    : rules.every(({ decides }) => decides === 'action')
      ? 'the button'
      : 'what is around it';
}
