/**
 * What goes between the identity service and its clients, held against the types that Amazon Cognito's vendor publishes
 * (those of aws-amplify, `cognitoIdentityProvider`): the compiler is the judge.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { root, tool } from '../../scripts/lib/paths.ts';
import { runNode } from '../../scripts/lib/spawn.ts';
import { actions, requests, type RequestName } from '../../server/identity/requests.ts';

/** A request that was made, and what was answered. */
export interface Asked {
  readonly action: string;
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
}

const amplify = createRequire(join(root, 'package.json')).resolve('aws-amplify/package.json');
const types = join(dirname(createRequire(amplify).resolve('@aws-amplify/auth/package.json')), 'dist', 'esm');
const clients = join(types, 'foundation', 'factories', 'serviceClients', 'cognitoIdentityProvider');
const errors = join(types, 'providers', 'cognito', 'types', 'errors');
const clientOf = (action: string): string => join(clients, `create${action}Client`);

/** Whether the vendor's client library makes this request. */
export const isVendors = (action: string): boolean => existsSync(`${clientOf(action)}.d.ts`);

/** Two enums of errors bear a shorter name than their request. */
const shorter: Readonly<Record<string, string>> = {
  GetUserAttributeVerificationCode: 'GetUserAttributeVerification',
  ResendConfirmationCode: 'ResendConfirmation',
};
const enums = readFileSync(`${errors}.d.ts`, 'utf8');
/** The name of the enum of the errors of a request; undefined where the vendor publishes none. */
const errorsOf = (action: string): string | undefined => {
  const name = `${shorter[action] ?? action}Exception`;
  return enums.includes(`enum ${name} `) ? name : undefined;
};

/** Also what any request may be answered: the vendor publishes it with none of them. */
const common = ['LimitExceededException'];

/** The lines of a program that has no error exactly when everything is as the types say. */
function program(asked: readonly Asked[]): string[] {
  const vendors = [...actions].filter(isVendors);
  const lines = vendors.flatMap((action) => [
    `import { create${action}Client } from ${JSON.stringify(clientOf(action))};`,
    `type ${action}Request = Parameters<ReturnType<typeof create${action}Client>>[1];`,
    `type ${action}Answer = Omit<Awaited<ReturnType<ReturnType<typeof create${action}Client>>>, '$metadata'>;`,
  ]);
  lines.push(
    `import type * as Errors from ${JSON.stringify(errors)};`,
    `import type { Requests } from ${JSON.stringify(join(root, 'contract', 'generated', 'operations.ts'))};`,
    'type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T;',
    'declare const ours: Writable<Requests>;',
  );
  for (const name of Object.keys(requests) as RequestName[]) {
    const [action = ''] = name.split(' ');
    if (!isVendors(action)) continue;
    const key = JSON.stringify(name);
    lines.push(`ours[${key}] satisfies ${action}Request;`);
    lines.push(`null! as keyof Requests[${key}] satisfies keyof ${action}Request;`);
  }
  for (const { action, body, status, answer } of asked) {
    if (!isVendors(action)) continue;
    if (status === 200) {
      lines.push(`(${JSON.stringify(body)}) satisfies ${action}Request;`);
      lines.push(`(${JSON.stringify(answer)}) satisfies ${action}Answer;`);
    }
    const known = errorsOf(action);
    const type = (answer as { readonly __type?: string }).__type ?? '';
    if (status === 400 && known !== undefined && !common.includes(type))
      lines.push(`${JSON.stringify(type)} satisfies \`\${Errors.${known}}\`;`);
  }
  return lines;
}

/** What does not fit the vendor's types, each as the line of the program that does not hold. */
export async function misfitsOfVendor(asked: readonly Asked[]): Promise<readonly string[]> {
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache', 'vendor-'));
  try {
    const lines = program(asked);
    await writeFile(join(folder, 'vendor.ts'), lines.join('\n'));
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'tsconfig.base.json'),
        compilerOptions: { noUnusedLocals: false },
        files: ['vendor.ts'],
      }),
    );
    const { code, output } = await runNode([tool('typescript/bin/tsc'), '-p', folder, '--pretty', 'false'], false);
    const told = output.split('\n').filter((line) => line.trim() !== '');
    if (code !== 0 && told.length === 0) throw new Error(`tsc ended with ${code} and said nothing`);
    // What an error goes on with is indented.
    return told
      .filter((line) => !line.startsWith(' '))
      .map((line) => {
        const at = /vendor\.ts\((\d+),/.exec(line)?.[1];
        return at === undefined ? line : (lines[Number(at) - 1] ?? line);
      });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
