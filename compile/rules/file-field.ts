/** Files as an answer: what their field must say, and where nobody could send them. */
import { mostFileBytes } from '../../contract/files.ts';
import { at, atKey, type CompileRule, type Finding } from '../checks/check.ts';
import { isKeptByServer } from '../facts.ts';
import { fieldSource } from '../field-source.ts';
import { entries, isObject, text } from '../json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { ResolvedFlow } from '../resolve.ts';

const edits = (file: string, more: string, access = '"access": "customer", '): CompileRule['bad'] => [
  [
    'flows/loan/flow.json',
    '"outcomes":',
    '"answers": { "type": "object", "properties": { "bill": { "type": "array" } } },\n  "outcomes":',
  ],
  ['flows/loan/steps/link.json', '"title": "Link your bank",', `"title": "Link your bank", ${access}`],
  [
    'flows/loan/steps/link.json',
    '"label": "Bank", "maxLength": 60 }',
    `"label": "Bank", "maxLength": 60 },\n"bill": { "bind": "bill", "label": "Your bill", ${more}${file} }`,
  ],
  ['flows/loan/steps/link.json', '["bank", ', '["bank", "bill", '],
];

/** What a question for files cannot say, and why. */
const APART: Readonly<Record<string, string>> = {
  default: 'Leave it out: nobody has sent a file before they do.',
  choices: 'Leave them out: a file is none of several.',
  item: 'Ask for the files and for the list as two questions.',
  const: 'Leave it out: nobody knows a file before it is sent.',
  enum: 'Leave it out: nobody knows a file before it is sent.',
  keep: 'Leave it out: the answer names a file that the server stores.',
  reveal: 'Leave it out: an owner sees the names of their files.',
};

export const RULE: CompileRule = {
  codes: ['file-field'],
  severity: 'refused',
  says: 'A question for files does not say how many there may be or how large one may be, or says of its answer what a file cannot be; or it stands where nobody can send one: in a journey that the server does not keep, or on a page for people who have not signed in.',
  remedy:
    'Give the field `maxItems` and `file` a `maxBytes`, and ask for it on a page for customers of a journey that saves an application or a draft. The answer is declared as an array and is always sensitive.',
  bad: edits('"file": »{ "accept": ["application/pdf"] }', '"maxItems": 1, '),
  good: edits('"file": { "accept": ["application/pdf"], "maxBytes": 2000000 }', '"maxItems": 1, '),
  *find({ scenes, source: { fragments } }) {
    for (const { flow } of scenes) {
      if (!flow) continue;
      for (const step of Object.values(flow.steps))
        for (const [name, written] of entries(step['fields'])) {
          const field = isObject(written) ? fieldSource(written, fragments) : undefined;
          if (!isObject(written) || !field || !isObject(field['file'])) continue;
          yield* ofField(name, { written, field, file: field['file'] });
          yield* ofPlace(written, step, flow);
        }
    }
  },
};

function* ofField(
  name: string,
  { written, field, file }: { readonly written: JsonObject; readonly field: JsonObject; readonly file: JsonObject },
): Generator<Finding> {
  const where = written['file'] === undefined ? undefined : 'file';
  if (typeof field['maxItems'] !== 'number')
    yield at(written, where, {
      message: `Nothing says how many files "${name}" takes.`,
      fix: 'Add "maxItems"; 1 asks for one file.',
    });
  const most: Json | undefined = file['maxBytes'];
  if (typeof most !== 'number')
    yield at(written, where, {
      message: `Nothing says how large a file of "${name}" may be.`,
      fix: 'Add "maxBytes" to "file"; five megabytes are 5000000.',
    });
  else if (most > mostFileBytes)
    yield at(written, where, {
      message: `The server takes files of ${mostFileBytes / 1_000_000} MB at most, and "${name}" promises more.`,
      fix: `Say "maxBytes": ${mostFileBytes} at most.`,
    });
  if (field['type'] !== undefined && field['type'] !== 'array')
    yield at(written, 'type', {
      message: `The answer of "${name}" is files, which are a list, and not ${String(field['type'])}.`,
      fix: 'Leave "type" out; one file is a list of one, with "maxItems": 1.',
    });
  if (field['sensitive'] === false)
    yield at(written, written['sensitive'] === undefined ? undefined : 'sensitive', {
      message: `The files of "${name}" are sensitive whatever the field says: their names tell of people.`,
      fix: 'Leave "sensitive" out.',
    });
  for (const [key, fix] of Object.entries(APART))
    if (field[key] !== undefined && field[key] !== (key === 'keep' ? 'application' : key === 'reveal' ? 'owner' : null))
      yield atKey(written, written[key] === undefined ? 'bind' : key, {
        message: `"${key}" says nothing of files, and "${name}" asks for files.`,
        fix,
      });
}

function* ofPlace(written: JsonObject, step: JsonObject, flow: ResolvedFlow): Generator<Finding> {
  if (!isKeptByServer(flow))
    yield at(written, 'file', {
      message: `The server keeps nothing of "${flow.id}", so nobody can send it a file there.`,
      fix: 'Let flow.json save an application or a draft.',
    });
  else if ((text(step['access']) ?? text(flow.flow['access']) ?? 'customer') === 'public')
    yield at(written, 'file', {
      message: 'People who have not signed in come to this page, and have no document to send files for.',
      fix: 'Say "access": "customer" of the step, or ask on a later page.',
    });
}
