/** Patterns: regular expressions that can be read, and that cannot be made to run for ever. */
import { operations } from '../expression-nodes.ts';
import { text } from '../json-types.ts';
import { at, type Check } from './check.ts';

/** Why a pattern may not be used, if so. A repeated group that itself ends in a repetition may take exponential time. */
export function patternFault(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const plain = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
  return /\([^()]*(?:[+*]|\{\d+,\d*\})[^()]*\)(?:[+*]|\{\d+,\})/.test(plain) ? 'a repeated group holds a repetition: it may take for ever on a long text' : undefined;
}

export const patterns: Check = {
  *scene(scene) {
    for (const { field } of scene.uses.fields) {
      const pattern = text(field['pattern']);
      const fault = pattern === undefined ? undefined : patternFault(pattern);
      if (fault !== undefined) yield at(field, 'pattern', `This pattern cannot be used: ${fault}.`, 'Write it without the nested repetition, or correct it.');
    }
    for (const use of scene.uses.expressions) {
      for (const { name, args, argsHolder, argKey } of operations(use.expression, false)) {
        const fault = name === 'matches' && typeof args[1] === 'string' ? patternFault(args[1]) : undefined;
        if (fault !== undefined) yield at(argsHolder, argKey(1), `This pattern cannot be used: ${fault}.`, 'Write it without the nested repetition, or correct it.');
      }
    }
  },
};
