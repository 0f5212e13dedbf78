/**
 * What the checks of rules look at: one flow (or the app.json) of one brand with its conditions, and what its facts can
 * be.
 */
import type { Resolved } from '../../../compile/index.ts';
import { askedOf, type Known } from '../../../compile/checks/known.ts';
import { inForce } from '../../../compile/emit/compliance.ts';
import type { Docs } from '../../../compile/content.ts';
import type { ParsedDocument } from '../../../compile/documents.ts';
import { withFields } from '../../../compile/fields-from.ts';
import { isObject, list, member, text } from '../../../compile/json-types.ts';
import type { ResolvedFlow } from '../../../compile/resolve.ts';
import type { Scene, World } from '../../../compile/world.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { courseOf, type Course } from './certain.ts';
import type { Names } from '../../domain/atoms.ts';
import { watched } from '../../domain/memo.ts';
import type { FactShape, FactWorld, Tables } from '../../domain/shape.ts';
import { namesOf, placedIn, rulesOfApp, type Placed } from '../../rules/placed.ts';
import { wordsOf, type Words } from '../../words/words.ts';

export interface Setting extends Pick<Placed, 'rules' | 'fields'>, Course {
  readonly scene: Scene;
  readonly flow: ResolvedFlow;
  readonly names: Names;
  /** Shared values by name. */
  readonly fragments: Docs;
  /** By name, as declared. */
  readonly operations: Docs;
  readonly obligations: Docs;
  /** What facts can be today. */
  readonly facts: FactWorld;
  /**
   * The same for each day to come on which a row of the compliance tables begins: what is never so today may be meant
   * for then.
   */
  readonly later: readonly FactWorld[];
  readonly words: Words;
  /** The documents of the brand that are in force today. */
  readonly documents: readonly ParsedDocument[];
  /** Which facts are the state and the product, where that is declared. */
  readonly declared: { readonly jurisdiction?: string; readonly product?: string };
}

/** How the setting of a brand's app.json calls itself. No flow has this id: it is a name of a file beside the flows. */
const APP = 'app.json';

/**
 * One setting for every flow of every brand, and one for its app.json. Expects content without problems: there is none
 * before the checks of `compile` are content.
 */
export function settingsOf({ source, world }: Resolved): readonly Setting[] {
  if (!world) return [];
  const { today } = world.options;
  const tables = (day: string): Tables => ({ states: rowsOf(source.states, day) });
  const begins = Object.values(source.states).flatMap((state) =>
    list(state['rows']).flatMap((row) => text(member(row, 'from')) ?? []),
  );
  const days = [...new Set(begins)].filter((day) => day > today).sort();
  const [jurisdiction, product] = [text(source.facts['jurisdiction']), text(source.facts['product'])];
  const declared = { ...(jurisdiction !== undefined && { jurisdiction }), ...(product !== undefined && { product }) };
  return world.scenes.map((scene): Setting => {
    const documents = world.documents.filter(
      ({ front }) =>
        inForce(front.from, front.until, today) && (!front.brands || front.brands.includes(scene.brand.id)),
    );
    const flow: ResolvedFlow = scene.flow ?? {
      id: APP,
      brand: scene.brand.id,
      flow: scene.brand.app,
      steps: {},
      dialogs: {},
      rules: scene.rules,
      values: scene.values,
    };
    const { rules, fields }: Pick<Placed, 'rules' | 'fields'> = scene.flow
      ? placedIn(flow)
      : { rules: rulesOfApp(scene.brand.app, namesOf(flow)), fields: new Map() };
    return {
      scene,
      flow,
      rules,
      fields,
      documents,
      declared,
      fragments: source.fragments,
      names: namesOf(flow),
      operations: source.operations,
      obligations: source.obligations,
      facts: factWorld(scene, world, { tables: tables(today), today }),
      later: days.map((day) => factWorld(scene, world, { tables: tables(day), today: day })),
      words: wordsOf(source, flow),
      ...courseOf(flow, rules, scene.uses),
    };
  });
}

/** The row of each state on a day, as rules look it up. */
function rowsOf(states: Docs, today: string): Readonly<Record<string, Readonly<Record<string, Json>>>> {
  return Object.fromEntries(
    Object.entries(states).flatMap(([name, state]) => {
      const row = list(state['rows']).find(
        (one): one is JsonObject => isObject(one) && inForce(one['from'], one['until'], today),
      );
      const key = text(state['abbr']) ?? name;
      return row
        ? [
            [
              key,
              {
                abbr: key,
                name: state['name'] ?? key,
                ...withFields(row),
              },
            ] as const,
          ]
        : [];
    }),
  );
}

/** What an answer can be is what the fields that ask it accept; other facts are what is declared of them. */
function factWorld(
  scene: Scene,
  world: World,
  { tables, today }: { readonly tables: Tables; readonly today: string },
): FactWorld {
  const asked = askedOf(scene, world);
  const fields = new Map<string, JsonObject[]>();
  for (const { field } of scene.uses.fields) {
    const path = `answers.${text(field['bind']) ?? ''}`;
    fields.set(path, [...(fields.get(path) ?? []), field]);
  }
  const shapes = new Map<string, FactShape>();
  const everything = { typed: [], item: true, payload: true, arithmetic: true };
  const shapeOf = (path: string): FactShape => {
    const known = shapes.get(path);
    if (known) return known;
    const found = path.startsWith('typed.') ? undefined : scene.facts.find(path, everything);
    const declared = found?.found ? (found.schema ?? {}) : path.startsWith('typed.') ? { type: 'string' } : {};
    const made = shapeFrom(declared, asked.get(path) ?? {}, fields.get(path) ?? []);
    shapes.set(path, made);
    return made;
  };
  return watched({ shapeOf, tables, today });
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;

function shapeFrom(declared: JsonObject, asked: Known, fields: readonly JsonObject[]): FactShape {
  const types = [
    ...(Array.isArray(declared['type']) ? (declared['type'] as readonly Json[]) : [declared['type']]),
  ].filter((type) => type !== 'null');
  const type = types.length === 1 ? TYPES.find((one) => one === types[0]) : undefined;
  const listedValues =
    asked.values ??
    (Array.isArray(declared['enum'])
      ? (declared['enum'] as readonly Json[])
      : 'const' in declared
        ? [declared['const'] ?? null]
        : undefined);
  const least = asked.least ?? numberIn(declared, 'minimum');
  const most = asked.most ?? numberIn(declared, 'maximum');
  const [only] = fields;
  const alone = fields.length === 1 && only ? only : declared;
  const examples = [...fields, declared].flatMap((one) => list(one['examples']));
  const format = text(declared['format']) ?? text(only?.['format']);
  const pattern = text(alone['pattern']);
  const minLength = numberIn(alone, 'minLength');
  const maxLength = numberIn(alone, 'maxLength');
  return {
    ...(type && { type }),
    ...(listedValues && type !== 'array' && { enum: listedValues }),
    ...(least !== undefined && { minimum: least }),
    ...(most !== undefined && { maximum: most }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && { pattern }),
    ...(format !== undefined && { format }),
    ...(examples.length > 0 && { examples }),
    ...(fields.some((field) => field['sensitive'] === true && field['reveal'] === 'lastFour') && { sealed: true }),
  };
}

function numberIn(schema: JsonObject, key: string): number | undefined {
  const value = schema[key];
  return typeof value === 'number' ? value : undefined;
}
