/** A page as a person sees it, in lines: what another version must show as well for nobody to see a difference. */
import type { CompiledFlow } from '../../../../runtime/core/definition.ts';
import type { State } from '../../../../runtime/core/state.ts';
import { linesOf } from '../../../../verifier/fixture/page-lines.ts';
import type { Place } from './redo.ts';

/** The words of the app are the same on both sides: each is said by its name. */
const NAMES = new Proxy<Record<string, string>>({}, { get: (_, name) => String(name) });

const known = new WeakMap<State, readonly string[]>();

/**
 * The page's lines, what each field holds and what is wrong with it, and the operations under way: the other side must
 * be told the same.
 */
export function look(flow: CompiledFlow, { state, pending }: Place): readonly string[] {
  const calls = pending.map(({ call }) => `call ${call.operation}`);
  const page = known.get(state) ?? pageOf(flow, state);
  known.set(state, page);
  return [...page, ...calls];
}

function pageOf(flow: CompiledFlow, state: State): readonly string[] {
  const fields = Object.values(state.page.fields).filter(({ visible }) => visible);
  return [
    `page ${state.page.step}`,
    ...linesOf(flow, state, { words: NAMES }),
    ...fields.map(
      ({ id, value, hint, problem }) =>
        `field ${id} (${hint ?? ''}) = ${JSON.stringify(value) ?? 'nothing'}; ${problem?.message ?? ''}`,
    ),
  ];
}
