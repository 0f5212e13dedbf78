import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { compileContent } from '../../compile/index.ts';
import { filesOf, root, today } from './compiled.ts';

/** The rows that a module of rows and documents has, and all of them where it has a piece. */
function rowsOf(code: string): Readonly<Record<string, object>> {
  const [, rows = '{}'] = /[,{]states:(\{.*?\}),documents:/s.exec(code) ?? [];
  return runInNewContext(`(${rows})`) as Readonly<Record<string, object>>;
}
const columnsOf = (code: string): ReadonlySet<string> => new Set(Object.values(rowsOf(code)).flatMap(Object.keys));

test('every column of the rows that a compiled condition looks up is there before the whole of the rows', () => {
  const { content } = compileContent(filesOf([root]), { env: 'local', today });
  const brands = Object.values(content?.brands ?? {});
  expect(brands.length).toBeGreaterThan(3);
  for (const { flows, app, compliance } of brands) {
    const codes = [app, ...Object.values(flows).flatMap((flow) => [flow, ...(flow.pieces ?? [])])].map(
      ({ code }) => code,
    );
    const read = codes.flatMap((code) =>
      [...code.matchAll(/k\.lookup\(f,"states",.*?,"([^".]+)[^"]*"\)/g)].map(([, column = '']) => column),
    );
    const [first, whole] = [compliance, ...(compliance.pieces ?? [])].map(({ code }) => columnsOf(code));
    expect(new Set(read).size).toBeGreaterThan(5);
    expect([...new Set(read)].filter((column) => whole?.has(column) && !first?.has(column))).toEqual([]);
    expect(first?.size).toBeLessThan(whole?.size ?? 0);
  }
});
