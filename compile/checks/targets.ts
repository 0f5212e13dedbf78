/** Targets: steps, dialogs, addresses, fields and carried facts must exist; a target says one thing. */
import { isObject, list, text } from '../json-types.ts';
import { didYouMean, nearest } from '../suggest.ts';
import type { Source } from '../content.ts';
import type { Scene } from '../world.ts';
import type { TargetUse } from '../uses.ts';
import { at, atKey, type Check, type Finding } from './check.ts';

const KINDS = ['to', 'leave', 'handOff', 'dialog', 'stay', 'reopen', 'signOut', 'reload', 'return'] as const;
/** Keys that go with a kind of target. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  carry: ['to'],
  url: ['leave'],
  hash: ['leave'],
  query: ['leave'],
  with: ['handOff'],
  supplies: ['handOff'],
  in: ['handOff'],
  set: ['handOff'],
  at: ['stay'],
  tone: ['stay'],
  otherwise: ['stay'],
  clears: ['stay'],
  message: ['stay', 'reopen'],
  then: ['signOut'],
};

function* step(
  scene: Scene,
  name: string,
  { holder, key, source }: { readonly holder: object; readonly key: string | number; readonly source: Source },
): Generator<Finding> {
  const [first = '', second] = name.split('/');
  const flowId = second === undefined ? (scene.flow?.id ?? '') : first;
  const id = second ?? first;
  const flow = scene.brand.flows[flowId];
  if (!flow)
    yield at(holder, key, {
      message:
        second === undefined && !scene.flow
          ? `"${name}" names no flow.`
          : Object.hasOwn(source.flows, flowId)
            ? `The brand "${scene.brand.id}" does not offer the flow "${flowId}": who follows this finds no page.`
            : `There is no flow "${flowId}" for the brand "${scene.brand.id}".`,
      cause: `flow ${scene.brand.id} ${flowId}`,
      fix:
        second === undefined && !scene.flow
          ? 'Write "flow/step".'
          : Object.hasOwn(source.flows, flowId)
            ? `Lead elsewhere, or add "${flowId}" to "flows" of brands/${scene.brand.id}/brand.json.`
            : didYouMean(
                flowId,
                Object.keys(scene.brand.flows),
                `Flows: ${Object.keys(scene.brand.flows).join(', ')}.`,
              ),
    });
  else if (!Object.hasOwn(flow.steps, id))
    yield at(holder, key, {
      message: `The flow "${flowId}" has no step "${id}".`,
      // A step of nearly this name, to which then nothing leads, is the same slip.
      cause: `step ${flowId}/${nearest(id, Object.keys(flow.steps)) ?? id}`,
      fix: didYouMean(id, Object.keys(flow.steps), `Write flows/${flowId}/steps/${id}.json.`),
    });
}

function* judge(scene: Scene, { target, step: from }: TargetUse, source: Source): Generator<Finding> {
  const kinds = KINDS.filter((kind) => Object.hasOwn(target, kind));
  if (kinds.length > 1)
    yield atKey(target, kinds[1] ?? '', {
      message: `A target says one thing, this one says ${kinds.map((kind) => `"${kind}"`).join(' and ')}.`,
      fix: 'Keep one of them.',
    });
  for (const [key, kind] of Object.entries(BESIDE)) {
    if (
      Object.hasOwn(target, key) &&
      kinds.length > 0 &&
      !kind.some((one) => (kinds as readonly string[]).includes(one))
    )
      yield atKey(target, key, {
        message: `"${key}" does nothing beside "${kinds[0]}".`,
        fix: `It goes with ${kind.map((one) => `"${one}"`).join(' or ')}.`,
      });
  }
  const to = text(target['to']);
  if (to !== undefined) yield* step(scene, to, { holder: target, key: 'to', source });
  const kind = target['leave'] === undefined ? 'handOff' : 'leave';
  const leave = text(target[kind]);
  const addresses = isObject(scene.brand.app['addresses']) ? Object.keys(scene.brand.app['addresses']) : [];
  if (leave !== undefined && !addresses.includes(leave))
    yield at(target, kind, {
      message: `There is no address "${leave}" in app.json.`,
      cause: `address ${leave}`,
      fix: didYouMean(leave, addresses, 'Add it to "addresses" of flows/app.json.'),
    });
  const dialog = text(target['dialog']);
  const dialogs = Object.keys(scene.flow?.dialogs ?? {});
  if (dialog !== undefined && !dialogs.includes(dialog))
    yield at(target, 'dialog', {
      message: `There is no dialog "${dialog}".`,
      cause: `dialog ${scene.flow?.id ?? ''} ${dialog}`,
      fix: didYouMean(dialog, dialogs, `Write flows/${scene.flow?.id ?? '<flow>'}/dialogs/${dialog}.json.`),
    });
  const reopened = list(target['reopen']);
  for (const [i, name] of reopened.entries()) yield* step(scene, String(name), { holder: reopened, key: i, source });
  const field = text(target['at']);
  const fields = Object.keys(
    isObject(scene.flow?.steps[from ?? '']?.['fields']) ? (scene.flow?.steps[from ?? '']?.['fields'] as object) : {},
  );
  if (field !== undefined && from !== undefined && !fields.includes(field))
    yield at(target, 'at', {
      message: `This step has no field "${field}".`,
      fix: didYouMean(field, fields, 'Name a field of this step.'),
    });
  const carry = target['carry'];
  for (const name of isObject(carry) ? Object.keys(carry) : []) {
    const sight = { typed: [], item: false, payload: false, arithmetic: false };
    const query = scene.facts.find(`route.query.${name}`, sight);
    if (!query.found && !scene.facts.find(`route.params.${name}`, sight).found)
      yield atKey(carry as object, name, {
        message: `"${name}" cannot be carried: it is no declared fact of route.query or route.params.`,
        fix: didYouMean(name, query.known, 'Declare it in schemas/facts.json under route.'),
      });
  }
}

export const targets: Check = {
  *scene(scene, { source }) {
    for (const use of scene.uses.targets) yield* judge(scene, use, source);
    for (const doc of scene.flow ? [...Object.values(scene.flow.steps), ...Object.values(scene.flow.dialogs)] : []) {
      for (const action of list(doc['actions'])) {
        const confirm = isObject(action) ? text(action['confirm']) : undefined;
        const dialogs = Object.keys(scene.flow?.dialogs ?? {});
        if (isObject(action) && confirm !== undefined && !dialogs.includes(confirm))
          yield at(action, 'confirm', {
            message: `There is no dialog "${confirm}".`,
            fix: didYouMean(confirm, dialogs, 'Write the dialog.'),
          });
      }
    }
  },
};
