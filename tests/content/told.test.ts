import { expect, test } from 'vitest';
import { loadContent } from '../../cli/products.ts';
import { filesOf, root, today } from './compiled.ts';

test('a step that waits is told as a whole where a part of its page stands or not by what its own call brings, and nowhere else', async () => {
  const load = await loadContent(filesOf([root]), { env: 'local', today });
  if (!('loaded' in load)) throw new Error(load.problems[0]?.message);
  const steps = Object.values(load.loaded.products).flatMap(({ flows }) =>
    Object.values(flows).flatMap((flow) => Object.values(flow.steps).map((step) => ({ flow: flow.id, step }))),
  );
  const hangs = steps.map(({ flow, step }) => {
    const brought = step.load.flatMap(({ as }) => (as === undefined ? [] : [`results.${as}`]));
    const reads = step.layout.flatMap((item) => ('when' in item ? (item.when?.reads ?? []) : []));
    const isTold =
      step.kind === 'wait' && reads.some((path) => brought.some((one) => `${path}.`.startsWith(`${one}.`)));
    return { at: `${flow}/${step.id}`, isTold };
  });
  expect(steps.map(({ step }) => step.isTold === true)).toEqual(hangs.map(({ isTold }) => isTold));
  const told = new Set(hangs.flatMap(({ at, isTold }) => (isTold ? [at] : [])));
  expect([...told]).toContain('apply/upload-docs');
  expect(told.has('apply/transition')).toBe(false);
});
