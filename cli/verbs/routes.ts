/** `routes`: every path of every brand, as JSON. */
import { compileContent } from '../../compile/index.ts';
import { contentOf, type Command } from '../command.ts';

export function verb(command: Command): number {
  const { files, options } = contentOf(command);
  const { problems, content } = compileContent(files, options);
  if (!content) {
    for (const { file, line, column, message } of problems)
      process.stderr.write(`${file}:${line}:${column}: ${message}\n`);
    return 1;
  }
  const routes = Object.entries(content.brands).flatMap(([brand, { flows }]) =>
    Object.values(flows).flatMap((flow) =>
      flow.routes.map((route) => ({
        brand,
        path: `${flow.base}/${route.path}`.replace(/(.)\/$/, '$1'),
        flow: flow.id,
        step: route.step,
        access: route.access,
      })),
    ),
  );
  process.stdout.write(`${JSON.stringify(routes, undefined, 2)}\n`);
  return 0;
}
