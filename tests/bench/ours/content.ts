/**
 * The bench's neutral definition (peers/common/definition.js) written as content of this product: flows, a brand,
 * nothing else.
 */
import { fields, journey } from '../peers/src/common/definition.js';
import type { NeutralField } from '../peers/src/common/definition.js';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';

export const SIZES = [10, 30, 100, 300] as const;
export const BRAND = 'measure';

/** Content files of a form of each size (`form-30`) and of the journey of 20 steps (`journey`). */
export function benchContent(): Record<string, string> {
  const files: Record<string, Json> = {
    [`brands/${BRAND}/brand.json`]: { key: BRAND, name: 'Measure', originName: 'localhost' },
    [`brands/${BRAND}/theme.json`]: {},
    'flows/app.json': {
      guards: [],
      home: [{ to: 'form-10/page' }],
      afterSignIn: [{ to: 'form-10/page' }],
      signIn: { to: 'form-10/page' },
      unknownPath: { leave: 'root' },
      errors: [{ on: ['unauthenticated', 'unavailable', 'failed'], leave: 'root' }],
      idle: { afterSeconds: 780, countdownSeconds: 120, exits: [{ leave: 'root' }] },
      header: { links: [] },
      footer: { disclosures: [], links: [] },
      addresses: { root: '/' },
      applications: { open: 'openApplication', create: 'createApplication', read: 'application', save: 'saveJourney' },
    },
  };
  for (const env of ['local', 'qa', 'prod']) files[`brands/${BRAND}/flags.${env}.json`] = {};
  for (const size of SIZES)
    addFlow(files, `form-${size}`, { label: 'Submit', pages: [{ id: 'page', title: 'Form', asked: fields(size) }] });
  addFlow(files, 'journey', {
    label: 'Next',
    pages: journey().map((step) => ({ id: step.key, title: step.title, asked: step.fields })),
  });
  return Object.fromEntries(Object.entries(files).map(([path, json]) => [path, JSON.stringify(json)]));
}

interface Page {
  readonly id: string;
  readonly title: string;
  readonly asked: readonly NeutralField[];
}

interface Pages {
  /** The words of the button of every page. */
  readonly label: string;
  readonly pages: readonly Page[];
}

function addFlow(files: Record<string, Json>, id: string, { label, pages }: Pages): void {
  const answers = Object.fromEntries(pages.flatMap(({ asked }) => asked.map((field) => [field.key, declared(field)])));
  files[`flows/${id}/flow.json`] = {
    id,
    title: id,
    base: `/${id}`,
    access: 'public',
    saves: 'none',
    start: pages[0]?.id ?? 'done',
    line: [...pages.map((page) => page.id), 'done'],
    stages: [],
    outcomes: ['finished'],
    answers: { type: 'object', properties: { measured: { type: 'object', properties: answers } } },
  };
  for (const page of pages) {
    files[`flows/${id}/steps/${page.id}.json`] = {
      id: page.id,
      kind: 'form',
      path: page.id,
      title: page.title,
      fields: Object.fromEntries(page.asked.map((field) => [field.key, written(field)])),
      layout: page.asked.map((field) => field.key),
      actions: [{ id: 'next', label, style: 'primary' }],
    };
  }
  files[`flows/${id}/steps/done.json`] = {
    id: 'done',
    kind: 'form',
    path: 'done',
    title: 'Done',
    layout: [{ copy: 'Done' }],
    outcome: 'finished',
  };
}

function declared(field: NeutralField): JsonObject {
  return { type: field.kind === 'number' ? 'number' : field.kind === 'checkbox' ? 'boolean' : 'string' };
}

function written(field: NeutralField): JsonObject {
  const common = {
    bind: `measured.${field.key}`,
    ...declared(field),
    label: field.label,
    messages: { required: `${field.label}: fill in this field`, invalid: `${field.label}: this does not match` },
    ...(field.visibleWhen
      ? { when: { '==': [{ var: `answers.measured.${field.visibleWhen.key}` }, field.visibleWhen.equals] } }
      : {}),
  };
  switch (field.kind) {
    case 'text':
      return { ...common, control: 'text', pattern: `^${field.pattern ?? ''}$`, examples: ['Valid text'] };
    case 'number':
      return { ...common, control: 'number', minimum: field.min ?? 0, maximum: field.max ?? 0 };
    case 'checkbox':
      return { ...common, control: 'checkbox', const: true };
    case 'select':
      return {
        ...common,
        control: 'select',
        enum: [...(field.options ?? [])],
        choices: (field.options ?? []).map((value) => ({ value, label: value })),
      };
  }
}
