/**
 * Inputs that hold secrets (`supplies` of an operation): used for the call, and part of nothing that is judged again,
 * hashed or kept.
 */
import type { Operation } from '../../contract/operation.ts';

type Args = Readonly<Record<string, unknown>>;

/** The arguments that a definition gives, and those that the page put in. */
export function apart(
  operations: readonly Pick<Operation, 'supplies'>[],
  args: Args,
): { readonly given: Args; readonly secrets: Args } {
  const isSecret = (name: string): boolean =>
    operations.some(({ supplies }) => supplies !== undefined && Object.hasOwn(supplies, name));
  const all = Object.entries(args);
  return {
    given: Object.fromEntries(all.filter(([name]) => !isSecret(name))),
    secrets: Object.fromEntries(all.filter(([name]) => isSecret(name))),
  };
}
