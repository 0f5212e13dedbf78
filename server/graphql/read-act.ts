import type { Act, Way } from '../../contract/act.ts';
import type { Shown } from '../../runtime/core/state.ts';
import { isShown, isWay } from '../../runtime/core/index.ts';

const KEY = /^[\w.:-]{1,100}$/;
const NAME = /^[\w.-]{1,100}$/;

/**
 * The act of a request's `extensions`; undefined when there is none. Throws `TypeError` with the member that is
 * wrong: a damaged envelope is bad input, never a call without one.
 */
export function readAct(extensions: unknown): Act | undefined {
  if (!isRecord(extensions) || extensions['act'] === undefined) return undefined;
  const { act } = extensions;
  if (!isRecord(act)) throw new TypeError('extensions.act must be an object');
  const { key, step, by, shown } = act;
  if (typeof key !== 'string' || !KEY.test(key))
    throw new TypeError('extensions.act.key must be 1 to 100 plain characters');
  if (step !== undefined && (typeof step !== 'string' || !NAME.test(step)))
    throw new TypeError('extensions.act.step must be the id of a step');
  if (by !== undefined && !isWay(by)) throw new TypeError('extensions.act.by must say how the page was left');
  if (shown !== undefined && !isShown(shown))
    throw new TypeError('extensions.act.shown must give content hashes by idTag');
  return {
    key,
    ...(step === undefined ? {} : { step }),
    ...(by === undefined ? {} : { by: by as Way }),
    ...(shown === undefined ? {} : { shown: shown as Shown }),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
