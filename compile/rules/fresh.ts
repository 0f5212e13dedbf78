/** Answers that stand for a while: of lists that are the same for everybody, and of nothing else. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { at, type CompileRule } from '../checks/check.ts';

const FILE = 'schemas/api/operations/branches.json';
const branches = (more: string): string =>
  `{ "name": "branches", "kind": "rest", "says": "The branches near a place", "method": "POST", "path": "/branches",\n  "input": { "type": "object", "properties": { "near": { "type": "string", "maxLength": 5 } } }, ${more} }`;
const pressed: readonly [string, string, string] = [
  'flows/loan/steps/texas.json',
  '"actions": [{ "id": "continue", "label": "Continue" }]',
  '"actions": [{ "id": "continue", "label": "Continue", "calls": [{ "call": "branches", "with": { "near": "78701" } }] }]',
];

export const RULE: CompileRule = {
  codes: ['fresh'],
  severity: 'refused',
  says: 'An operation lets its answer stand for a while, and it is asked of one person, of an application or a draft, takes secrets along, writes or is a stand-in: what changes, or is another for somebody else, would be shown as it was.',
  remedy: 'Take "fresh" away; or say "access": "public", where anybody may ask and is answered the same.',
  bad: [[FILE, branches('"access": "customer", »"fresh": 300')], pressed],
  good: [[FILE, branches('"access": "public", "fresh": 300')], pressed],
  *find({ source }) {
    for (const [name, operation] of Object.entries(source.operations))
      if (operation['fresh'] !== undefined && (!isSameForAll(operation) || writes(source.graphql[name])))
        yield at(operation, 'fresh', {
          message: `What "${name}" answers does not stand for everybody who asks the same.`,
          fix: 'Delete "fresh", or say "access": "public" where anybody may ask and nothing is written.',
        });
  },
};

/** A mutation does something each time it is sent. */
const writes = (document: string | undefined): boolean => /^\s*mutation\b/m.test(document ?? '');

/** Whether the answer hangs on nothing but the inputs. */
const isSameForAll = ({ kind, access, application, draft, supplies }: JsonObject): boolean =>
  (kind === 'rest' || kind === 'graphql') &&
  access === 'public' &&
  application === undefined &&
  draft === undefined &&
  supplies === undefined;
