/** The examples of controls and blocks, compiled as a flow of a brand of their own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileContent } from '../../compile/index.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import { modulesOf } from '../../compile/load.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { oneBrand } from '../harness/one-brand.ts';

/** One example of a control: a field as a step writes it, but for where its answer lies. */
interface ControlExample {
  readonly title: string;
  readonly field: JsonObject;
  readonly filled?: Json;
  /** An answer that the field refuses; absent where it can only be missing. */
  readonly wrong?: Json;
}

const controlsFolder = join(projectDir, 'runtime/react/controls');

/** The examples of every control by its name. */
function controlExamples(): Readonly<Record<string, readonly ControlExample[]>> {
  const folders = readdirSync(controlsFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.fromEntries(
    folders.map(({ name }) => [name, read<readonly ControlExample[]>(join(controlsFolder, name, 'examples.json'))]),
  );
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** What the pages of the components are drawn from: the compiled flow, its modules by name, and the answers in it. */
export interface ComponentsContent {
  readonly flow: string;
  readonly pieces: readonly string[];
  readonly modules: ReadonlyMap<string, string>;
  readonly filled: JsonObject;
  readonly wrong: JsonObject;
  readonly blocks: JsonObject;
}

/** Compiles the examples as one flow. Throws with the first problem when an example is wrong. */
export function componentsContent(today: string): ComponentsContent {
  const examples = Object.entries(controlExamples()).flatMap(([control, all]) =>
    all.map((example, index) => ({ ...example, id: `${control.replaceAll('-', '')}${index + 1}` })),
  );
  const blocks = read<{ fields: Readonly<Record<string, JsonObject>>; layout: Json; answers: JsonObject }>(
    join(projectDir, 'runtime/react/blocks/examples.json'),
  );
  const bound = (fields: Readonly<Record<string, JsonObject>>, under: string): JsonObject =>
    Object.fromEntries(Object.entries(fields).map(([id, field]) => [id, { bind: `${under}.${id}`, ...field }]));
  const fields = Object.fromEntries(examples.map(({ id, field }) => [id, field]));
  const { problems, content } = compileContent(
    {
      ...readFiles([]),
      ...texts({
        fields: bound(fields, 'controls'),
        long: bound(
          Object.fromEntries(Object.entries(fields).map(([id, field]) => [id, lengthened(field)])),
          'controls',
        ),
        blocks: {
          fields: bound(blocks.fields, 'blocks'),
          layout: blocks.layout,
        },
        answers: {
          controls: shapes(Object.entries(fields)),
          blocks: shapes(Object.entries(blocks.fields)),
        },
      }),
    },
    { env: 'local', today },
  );
  const flow = content?.brands[BRAND]?.flows['components'];
  if (!content || !flow)
    throw new Error(
      `The examples of the components do not compile:\n${problems.map((one) => `${one.file}:${one.line}: ${one.message} ${one.fix}`).join('\n')}`,
    );
  const answers = (of: 'filled' | 'wrong'): JsonObject =>
    Object.fromEntries(examples.flatMap((one) => (one[of] === undefined ? [] : [[one.id, one[of]]])));
  return {
    flow: flow.hash,
    pieces: (flow.pieces ?? []).map(({ hash }) => hash),
    modules: new Map(modulesOf(content).map(({ name, module }) => [name, module.code])),
    filled: answers('filled'),
    wrong: answers('wrong'),
    blocks: blocks.answers,
  };
}

const BRAND = 'components';

/** The same field with words as long as translations and careful lawyers make them. */
function lengthened(field: JsonObject): JsonObject {
  const more =
    'as it is written in the Donaudampfschifffahrtsgesellschaftskapitänsverordnung of your county, first line';
  const label = `${String(field['label'])}, ${more}`;
  const choices = Array.isArray(field['choices'])
    ? field['choices'].map((one) => {
        const choice = one as JsonObject;
        return { ...choice, label: `${String(choice['label'])}, ${more}` };
      })
    : undefined;
  return { ...field, label, hint: `${label}. It is asked once and kept.`, ...(choices && { choices }) };
}

/** The JSON Schema of the answers: of each field its type, loosely. */
const shapes = (fields: readonly (readonly [string, JsonObject])[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map(([id, { type, items, item }]) => [
      id,
      type === 'array' ? { type, items: items ?? itemShape(item) } : { type: type ?? 'string' },
    ]),
  ),
});
function itemShape(item: Json | undefined): JsonObject {
  const fields = (item as { fields?: Readonly<Record<string, JsonObject>> } | undefined)?.fields;
  return fields === undefined ? { type: 'string' } : shapes(Object.entries(fields));
}

interface Made {
  readonly fields: JsonObject;
  readonly long: JsonObject;
  readonly blocks: { readonly fields: JsonObject; readonly layout: Json };
  readonly answers: JsonObject;
}

/** The files of a content that holds one brand and one flow. */
function texts({ fields, long, blocks, answers }: Made): Readonly<Record<string, string>> {
  const step = (id: string, more: JsonObject): JsonObject => ({
    id,
    kind: 'form',
    path: id,
    stage: 'all',
    actions: [
      {
        id: 'continue',
        label: 'Continue',
        busyLabel: 'Saving',
        style: 'primary',
        calls: [{ call: 'version', as: 'version' }],
      },
      {
        id: 'sure',
        label: 'Take it back',
        style: 'secondary',
        confirm: 'sure',
        validates: false,
        next: [{ stay: true }],
      },
      { id: 'later', label: 'Do this later', style: 'link', validates: false, next: [{ stay: true }] },
    ],
    ...more,
  });
  const files: Readonly<Record<string, Json>> = {
    'flows/components/flow.json': {
      id: 'components',
      title: 'Components',
      base: '/components',
      access: 'customer',
      saves: 'application',
      start: 'controls',
      line: ['controls', 'controls-long', 'blocks', 'read-only', 'done'],
      stages: [
        { id: 'all', title: 'Everything at once' },
        { id: 'done', title: 'Done' },
      ],
      outcomes: ['done'],
      locks: [
        {
          when: { '==': [{ var: 'application.status' }, 'SENT'] },
          answers: ['*'],
          why: 'Your card is being printed. What it says can no longer be changed.',
        },
      ],
      answers: { type: 'object', properties: answers },
    },
    'flows/components/steps/controls.json': step('controls', {
      title: 'Every control',
      fields,
      layout: Object.keys(fields),
    }),
    'flows/components/steps/controls-long.json': step('controls-long', {
      title: 'Every control, with the longest words that anybody has ever had to put on the page of a form on a phone',
      fields: long,
      layout: Object.keys(long),
    }),
    'flows/components/steps/blocks.json': step('blocks', { title: 'Every block', ...blocks }),
    'flows/components/steps/read-only.json': step('read-only', {
      title: 'What was answered',
      fields: {},
      layout: [{ summary: ['controls'] }],
    }),
    'flows/components/steps/done.json': {
      id: 'done',
      kind: 'form',
      path: 'done',
      stage: 'done',
      title: 'Done',
      fields: {},
      layout: [{ copy: 'Done.' }],
      outcome: 'done',
    },
    'flows/components/dialogs/sure.json': {
      id: 'sure',
      title: 'Take it back?',
      layout: [{ copy: 'What you have answered is taken out.' }],
      actions: [
        { id: 'yes', label: 'Yes, take it back', style: 'primary' },
        { id: 'no', label: 'Keep it', style: 'secondary' },
      ],
    },
  };
  const start = [{ to: 'components/controls' }];
  return oneBrand({
    brand: BRAND,
    name: 'Components',
    flow: 'components',
    app: {
      home: start,
      afterSignIn: start,
      signIn: { leave: 'root' },
      header: { links: [] },
      footer: { disclosures: [], links: [] },
    },
    files,
  });
}
