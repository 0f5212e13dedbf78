import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { root } from './paths.ts';

/** The operation files of the project by name. */
export function operationFiles(): Readonly<Record<string, JsonObject>> {
  const folder = join(root, 'schemas', 'api', 'operations');
  const names = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    names.map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as JsonObject,
    ]),
  );
}

/** The statuses of an application, `schemas/api/statuses.json`. */
export function statusFile(): JsonObject {
  return JSON.parse(readFileSync(join(root, 'schemas', 'api', 'statuses.json'), 'utf8')) as JsonObject;
}

/** The groups of the identity service, `schemas/api/groups.json`. */
export function groupFile(): JsonObject {
  return JSON.parse(readFileSync(join(root, 'schemas', 'api', 'groups.json'), 'utf8')) as JsonObject;
}

/** What each widget says of itself, `widgets/<name>/widget.json`. */
export function widgetFiles(): readonly JsonObject[] {
  const folder = join(root, 'widgets');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => JSON.parse(readFileSync(join(folder, name, 'widget.json'), 'utf8')) as JsonObject);
}
