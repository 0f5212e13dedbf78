/** What operations answer that nobody has built yet, to a module whose default export is a CompiledStandIns. */
import type { Docs } from '../content.ts';
import { entries, isObject, list, text } from '../json-types.ts';
import type { Module } from '../types.ts';
import { Writer } from './writer.ts';

/** @param operations the operation files by name */
export function writeStandIns(operations: Docs, kitHash: string): Module {
  const writer = new Writer({ rules: {}, values: {}, flow: '', kinds: {} });
  const answers = entries(operations).flatMap(([name, operation]) =>
    isObject(operation) && operation['kind'] === 'standIn'
      ? [[name, list(operation['answers']).filter(isObject)] as const]
      : [],
  );
  return writer.module.finish(kitHash, {
    operations: Object.fromEntries(
      answers.map(([name, all]) => [
        name,
        all.map((answer) => ({
          when: writer.when(answer['when']),
          outcome: text(answer['outcome']) ?? 'ok',
          value: answer['value'] === undefined ? undefined : writer.compute(answer['value']).js,
          detail: answer['detail'],
        })),
      ]),
    ),
  });
}
