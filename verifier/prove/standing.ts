/**
 * Standing duties (schemas/duties): what a journey owes because of what its pages do, though no obligation says so.
 * Read from their files for one flow; a flow that does nothing of the kind owes none.
 */
import { isObject, list, member, text } from '../../compile/json-types.ts';
import type { Doc } from '../../compile/documents.ts';
import type { Source } from '../../compile/content.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { CompiledFlow, Step, StepId } from '../../runtime/core/definition.ts';
import type { Json, JsonObject, Path } from '../../runtime/core/facts.ts';
import { mayShow } from '../../runtime/core/disclosures.ts';
import { overlap, shapeOf } from '../../runtime/core/shape.ts';
import { readsOf, unfold, type Names } from '../domain/atoms.ts';
import { namesOf } from '../rules/placed.ts';
import { agreementsOf } from './agreements.ts';
import { documentsOf } from './days.ts';
import { demanding, type Obligation } from './obligation.ts';

/** Name of a standing duty among obligations; none of those has a stroke in its name. */
const nameOf = (file: string): string => `standing/${file}`;

/** Names by which standing duties can be asked for: with and without what sets them apart from obligations. */
export const standingNames = (source: Source): readonly string[] =>
  Object.keys(source.duties).flatMap((file) => [file, nameOf(file)]);

/** Whether this duty is meant by a name. */
export const isCalled = ({ name }: Obligation, asked: string): boolean => asked === name || nameOf(asked) === name;

/** The standing duties that pages of this flow call for. */
export function standingOf(source: Source, resolved: ResolvedFlow, flow: CompiledFlow): readonly Obligation[] {
  return Object.entries(source.duties).flatMap(([file, doc]) => {
    const duty = { name: nameOf(file), says: text(doc['says']) ?? file };
    if (doc['everywhere'] === 'leads-on') return [everywhere(duty, new Set(Object.keys(flow.steps)), {})];
    if (doc['everywhere'] === 'keeps-sealed') return sealedOn(source, resolved, { flow, duty });
    return before(source, resolved, { flow, duty, doc });
  });
}

type Named = Pick<Obligation, 'name' | 'says'>;
const NOTHING = { boxes: [], tags: [], contains: [], figures: [], scope: [], standing: true } as const;

/** A duty that every page owes: that it leads on; or, with a sentence for each, that nobody comes to one of these. */
const everywhere = (
  duty: Named,
  steps: ReadonlySet<StepId>,
  because: Readonly<Record<StepId, readonly string[]>>,
): Obligation => ({
  ...NOTHING,
  ...duty,
  ...(Object.keys(because).length > 0
    ? { moment: { kind: 'arrives', steps, ends: true }, holds: false, because }
    : { moment: { kind: 'stands', steps, ends: false } }),
});

interface Asking {
  readonly flow: CompiledFlow;
  readonly duty: Named;
}

/** Something that must have been shown or agreed to before somebody signs or comes to such an end. */
function before(
  source: Source,
  resolved: ResolvedFlow,
  { flow, duty, doc }: Asking & { readonly doc: JsonObject },
): readonly Obligation[] {
  const moment = isObject(doc['before']) ? doc['before'] : {};
  const all = Object.values(flow.steps);
  const signs = all.filter((step) => isSigned(flow, step, moment['signs']));
  const ends = all.filter(({ outcome }) => outcome !== undefined && fits(moment['ends'], outcome));
  if (signs.length + ends.length === 0) return [];
  const meant = doc['agreed'] ?? doc['shown'];
  const fronts = documentsOf(source).map(({ front }) => front);
  const tagsOf = (types: Json | undefined, named?: Json): readonly string[] => [
    ...new Set(fronts.flatMap(({ idTag, type }) => (list(types).includes(type) || fits(named, idTag) ? idTag : []))),
  ];
  const tags = tagsOf(member(meant, 'types'), member(meant, 'named'));
  const own = agreementsOf(resolved, flow).filter(({ idTag }) => tags.includes(idTag));
  const others = tagsOf(moment['agrees']).filter((idTag) => !tags.includes(idTag));
  const binds = agreementsOf(resolved, flow).flatMap(({ idTag, bind }) => (others.includes(idTag) ? bind : []));
  const agrees = binds.length === 0 ? [] : all.filter((step) => asks(step, binds));
  const [kind = ''] = list(member(meant, 'types')).map(String);
  const [first = kind] = tags;
  const shown = doc['agreed'] === undefined || own.length === 0;
  const steps = new Set([...signs, ...agrees, ...ends].map(({ id }) => id));
  return [
    {
      ...NOTHING,
      ...duty,
      moment: { kind: 'arrives', steps, ends: true },
      tags: shown ? tags : [first],
      ...demanding(flow, {
        name: duty.name,
        change: changeOf(source, doc['since'], tags),
        tags: shown ? tags : [],
        boxes: shown ? [] : own.map(({ bind }) => bind),
        agreed: !shown,
      }),
      ...(shown ? { shown: first } : { agreed: first }),
      ...(tags.length === 0 && {
        because: Object.fromEntries(
          [...steps].map((id) => [
            id,
            [
              `No document says that it is of the type "${kind}": write one below compliance/disclosures/ whose front matter says "type: ${kind}", and put it on a page before.`,
            ],
          ]),
        ),
      }),
    },
  ];
}

const fits = (pattern: Json | undefined, name: string): boolean =>
  typeof pattern === 'string' && new RegExp(pattern).test(name);

const asks = (step: Step, binds: readonly Path[]): boolean =>
  Object.values(step.fields).some((field) => binds.some((bind) => overlap(bind, field.bind)));

/** Whether somebody signs on a page: by what takes a signature, or by a button or widget that makes such a call. */
function isSigned(flow: CompiledFlow, step: Step, signs: Json | undefined): boolean {
  const { widgets, dialogs } = shapeOf(flow, step);
  const controls = list(member(signs, 'controls'));
  const acts = [
    ...step.actions,
    ...dialogs.flatMap((id) => flow.dialogs[id]?.actions ?? []),
    ...widgets.flatMap(({ item }) => Object.values(item.events)),
  ];
  return (
    Object.values(step.fields).some(({ control }) => controls.includes(control)) ||
    widgets.some(({ item }) => item.widget !== undefined && controls.includes(item.widget)) ||
    acts.some(({ calls }) => calls.some(({ operation }) => fits(member(signs, 'operations'), operation)))
  );
}

/** What makes a document that was shown count no more; undefined where nothing does. */
function changeOf(source: Source, since: Json | undefined, tags: readonly string[]): Obligation['since'] {
  if (!isObject(since)) return undefined;
  const facts = documentsOf(source).flatMap(({ front, body }) =>
    tags.includes(front.idTag) && since['figures'] === true ? body.flatMap(saidIn) : [],
  );
  const names = Object.values(source.operations).flatMap((operation) => {
    const outcomes = member(operation, 'outcomes');
    return isObject(outcomes) ? Object.keys(outcomes) : [];
  });
  return {
    facts: [...new Set(facts.filter((path) => path.startsWith('answers.')))],
    outcomes: [...new Set(names.filter((name) => fits(since['outcomes'], name)))],
  };
}

/** Facts that a text says. */
const placeholders = (said: string): readonly { readonly path: Path; readonly format: string | undefined }[] =>
  [...said.matchAll(/\{\{\s*([^\s|}]+)\s*(?:\|\s*(\w+)\s*)?\}\}/g)].map(([, path = '', format]) => ({ path, format }));
const saidIn = (node: Doc): readonly Path[] =>
  node.tag === 'text'
    ? placeholders(node.text).map(({ path }) => path)
    : node.tag === 'hr'
      ? []
      : node.children.flatMap(saidIn);

/** The pages whose texts say the whole of a sealed answer; no duty where none does. */
function sealedOn(source: Source, resolved: ResolvedFlow, { flow, duty }: Asking): readonly Obligation[] {
  const fields = Object.values(flow.steps).flatMap((step) => Object.values(step.fields));
  const sealed = fields.flatMap(({ reveal, bind }) => (reveal === 'lastFour' ? `answers.${bind}` : []));
  if (sealed.length === 0) return [];
  const names = namesOf(resolved);
  const texts = Object.fromEntries(documentsOf(source).map(({ front, body }) => [front.idTag, body]));
  const because = Object.fromEntries(
    Object.values(flow.steps).flatMap((step) => {
      const dialogs = shapeOf(flow, step).dialogs.map((id) => resolved.dialogs[id] ?? {});
      const documents = Object.entries(texts).flatMap(([idTag, body]) => (mayShow(flow, step, idTag) ? body : []));
      const said = [resolved.steps[step.id] ?? {}, ...dialogs, documents as unknown as Json].flatMap((part) =>
        toldIn(part, names),
      );
      const bare = sealed.filter((path) => said.some((one) => overlap(one, path)));
      return bare.length === 0
        ? []
        : [
            [
              step.id,
              [...new Set(bare)].map(
                (path) =>
                  `A text of this page says the whole of ${path}: write {{${path} | lastFour}}, or take it off the page.`,
              ),
            ] as const,
          ];
    }),
  );
  const steps = Object.keys(because);
  return steps.length === 0 ? [] : [everywhere(duty, new Set(steps), because)];
}

/** Facts that the texts of a part of a page say whole. */
function toldIn(part: Json, names: Names): readonly Path[] {
  if (typeof part === 'string')
    return placeholders(part).flatMap(({ path, format }) => {
      const value = path.startsWith('values.') ? [...readsOf(unfold({ var: path }, names))] : undefined;
      return value ?? (format === 'lastFour' ? [] : path);
    });
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap((one) => toldIn(one, names)) : [];
}
