/** A flow's own shape: ids and file names agree, the line names steps, addresses differ, outcomes are declared. */
import { isObject, list, member, text } from '../json-types.ts';
import { writtenStep } from '../pages.ts';
import { placeOf } from '../places.ts';
import { didYouMean, nearest } from '../suggest.ts';
import type { Scene } from '../world.ts';
import { at, type Check, type Finding } from './check.ts';

function* line(scene: Scene): Generator<Finding> {
  const flow = scene.flow;
  if (!flow) return;
  const on = list(flow.flow['line']);
  for (const [i, id] of on.entries())
    if (!Object.hasOwn(flow.steps, String(id)))
      yield at(on, i, {
        message: `There is no step "${String(id)}".`,
        // A step of nearly this name, which then stands beside the line, is the same slip.
        cause: `step ${flow.id}/${nearest(String(id), Object.keys(flow.steps)) ?? String(id)}`,
        fix: didYouMean(String(id), Object.keys(flow.steps), `Write flows/${flow.id}/steps/${String(id)}.json.`),
      });
  if (flow.flow['start'] !== undefined && flow.flow['start'] !== on[0])
    yield at(flow.flow, 'start', {
      message: `The flow starts with "${writtenStep(String(on[0]))}", the first step of its line, not with "${String(flow.flow['start'])}".`,
      fix: 'Make "start" the first of "line".',
    });
  const outcomes = list(flow.flow['outcomes']).map(String);
  const goals = list(flow.flow['goals']);
  for (const [i, goal] of goals.entries())
    if (!outcomes.includes(String(goal)))
      yield at(goals, i, {
        message: `The flow declares no outcome "${String(goal)}".`,
        cause: `outcome ${flow.id} ${nearest(String(goal), outcomes) ?? String(goal)}`,
        fix: didYouMean(String(goal), outcomes, 'Name one of its "outcomes".'),
      });
  if (flow.flow['id'] !== flow.id)
    yield at(flow.flow, 'id', {
      message: `The id "${String(flow.flow['id'])}" is not the name of the folder, "${flow.id}".`,
      fix: `Write "${flow.id}".`,
    });
}

function* steps(scene: Scene): Generator<Finding> {
  const flow = scene.flow;
  if (!flow) return;
  const outcomes = list(flow.flow['outcomes']).map(String);
  const paths = new Map<string, string>();
  for (const [id, step] of Object.entries(flow.steps)) {
    const place = placeOf(step, 'id');
    const name = /\/(?:steps|dialogs)\/([^/]+)\.json$/.exec(place.file)?.[1];
    if (name !== undefined && name !== id && step['page'] === undefined)
      yield at(step, 'id', {
        message: `The id "${id}" is not the name of its file, "${name}".`,
        cause: `step ${flow.id}/${id}`,
        fix: 'Make the two the same.',
      });
    const path = text(step['path']) ?? id;
    const other = paths.get(path);
    if (other !== undefined)
      yield at(step, step['path'] === undefined ? 'id' : 'path', {
        message: `The step "${other}" has the same address, "${path}".`,
        fix: 'Give one of them another "path".',
      });
    paths.set(path, id);
    const also = text(member(step['page'], 'path'));
    if (also !== undefined && paths.get(also) === undefined) paths.set(also, id);
    const outcome = text(step['outcome']);
    if (outcome !== undefined && !outcomes.includes(outcome))
      yield at(step, 'outcome', {
        message: `The flow declares no outcome "${outcome}".`,
        cause: `outcome ${flow.id} ${nearest(outcome, outcomes) ?? outcome}`,
        fix: didYouMean(outcome, outcomes, 'Add it to "outcomes" of flow.json.'),
      });
    yield* unique(step, 'actions');
  }
  for (const dialog of Object.values(flow.dialogs)) yield* unique(dialog, 'actions');
  yield* unique(flow.flow, 'stages');
}
function* unique(holder: object, key: string): Generator<Finding> {
  const seen = new Set<string>();
  for (const item of list((holder as Record<string, unknown>)[key])) {
    const id = isObject(item) ? text(item['id']) : undefined;
    if (!isObject(item) || id === undefined) continue;
    if (seen.has(id))
      yield at(item, 'id', { message: `The id "${id}" stands twice in "${key}".`, fix: 'Give each its own.' });
    seen.add(id);
  }
}

export const flowShape: Check = {
  *scene(scene, world) {
    // What a step is called comes before who calls it so.
    yield* steps(scene);
    yield* line(scene);
    if (scene.flow) return;
    const flows = list(world.source.brands[scene.brand.id]?.brand['flows']);
    for (const [i, id] of flows.entries())
      if (!Object.hasOwn(world.source.flows, String(id)))
        yield at(flows, i, {
          message: `There is no flow "${String(id)}".`,
          // What leads to the flow that is meant finds no page by the same slip.
          cause: `flow ${scene.brand.id} ${nearest(String(id), Object.keys(world.source.flows)) ?? String(id)}`,
          fix: didYouMean(
            String(id),
            Object.keys(world.source.flows),
            `Flows: ${Object.keys(world.source.flows).join(', ')}.`,
          ),
        });
    for (const [id, overlay] of Object.entries(world.source.brands[scene.brand.id]?.overlays ?? {}))
      if (!Object.hasOwn(world.source.flows, id))
        yield at(overlay, undefined, {
          message: `There is no flow "${id}" that this overlay could change.`,
          fix: didYouMean(id, Object.keys(world.source.flows), 'Name the file like a flow.'),
        });
    const addresses = new Map<string, string>();
    for (const flow of Object.values(scene.brand.flows)) {
      for (const [id, step] of Object.entries(flow.steps)) {
        const address = `${text(flow.flow['base']) ?? ''}/${text(step['path']) ?? id}`;
        const other = addresses.get(address);
        if (other !== undefined && !other.startsWith(`${flow.id}/`))
          yield at(step, step['path'] === undefined ? 'id' : 'path', {
            message: `The step "${other}" has the same address, "${address}".`,
            fix: 'Give one of them another "path", or their flows another "base".',
          });
        addresses.set(address, `${flow.id}/${id}`);
      }
    }
  },
};
