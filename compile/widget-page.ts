/** docs/widgets.md, made of what the widgets say of themselves. */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import { entries, isObject, list, member, text } from './json-types.ts';

/** The page of all widgets: Markdown. @param widgets what each `widget.json` says */
export function widgetsPage(widgets: readonly JsonObject[]): string {
  const parts = [...widgets]
    .sort((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1))
    .map((one) => [`## ${String(one['name'])}`, `${text(one['title']) ?? ''}.`, ...factsOf(one)].join('\n\n'));
  return `${[HEAD, ...parts].join('\n\n')}\n`;
}

const HEAD = `# The widgets
Made by \`npm run types\` from the widgets themselves: each is a folder of \`widgets/\`. One stands in a layout, \`{ "widget": "store-map", "id": "map", "options": { ... }, "events": { ... } }\`; one that writes an answer draws a field, as its \`control\` or with \`field\`.

What an event brings is read as \`payload.<name>\` in what the event does: \`"events": { "selected": { "set": { "answers.store": { "var": "payload.storeNumber" } }, "next": [{ "to": "store" }] } }\`. A fixture says it as \`{ "widget": "map", "event": "selected", "payload": { "storeNumber": "0042" } }\`.`;

function factsOf({ writes, options, events }: JsonObject): readonly string[] {
  const required = list(member(options, 'required'));
  const rows = entries(member(options, 'properties')).map(
    ([name, schema]) =>
      `| \`${name}\`${required.includes(name) ? '' : ', may be left out'} | ${typeOf(schema)} | ${text(member(schema, 'description')) ?? ''} |`,
  );
  const told = entries(events).map(([name, payload]) => `| \`${name}\` | ${broughtBy(payload)} |`);
  return [
    ...(text(writes) === undefined ? [] : [`Writes an answer: ${String(writes)}.`]),
    rows.length === 0 ? 'It has no options.' : ['| option | is |  |', '| --- | --- | --- |', ...rows].join('\n'),
    told.length === 0 ? 'It tells no events.' : ['| event | brings |', '| --- | --- |', ...told].join('\n'),
  ];
}

function broughtBy(payload: Json): string {
  const parts = entries(member(payload, 'properties'));
  if (parts.length === 0) return 'nothing';
  return parts.map(([name, schema]) => `\`payload.${name}\`: ${typeOf(schema)}`).join(', ');
}

function typeOf(schema: Json | undefined): string {
  if (!isObject(schema)) return 'anything';
  const types = typeof schema['type'] === 'string' ? [schema['type']] : list(schema['type']).map(String);
  const [only] = types;
  return only === 'array' ? `list of ${typeOf(schema['items'])}` : types.join(' or ') || 'anything';
}
