/**
 * `replay <application>`: what the applicant saw, page by page; for who runs the machine with the database and the
 * keys.
 */
import { userInfo } from 'node:os';
import type { Evidence } from '../../server/operator.ts';
import { replay, type ReplayedPage } from '../../verifier/replay/replay.ts';
import type { Command } from '../command.ts';
import { operatorOrTell } from '../operator/open.ts';

/**
 * Prints every page with its disclosures, questions and calls; sensitive answers stay hidden, and the look is written
 * down. 1 when there is no such application, 2 when the database cannot be opened.
 */
export async function verb(command: Command): Promise<number> {
  const [id, ...more] = command.names;
  if (id === undefined || more.length > 0) {
    process.stderr.write('Say the id of one application: replay 0f8fad5b-d9cb-469f-a165-70867728950e\n');
    return 2;
  }
  const operator = await operatorOrTell();
  if (!operator) return 2;
  try {
    const found = await operator.look(id, userInfo().username, 'replay');
    if (!found) {
      process.stderr.write(`There is no application ${id}.\n`);
      return 1;
    }
    const pages = replay(found);
    const { brand, status, isOpen, createdAt, modifiedAt, flow, statuses, brokenAt } = found;
    process.stdout.write(
      command.json
        ? `${JSON.stringify({ application: found.id, brand, flow: flow.id, definition: flow.hash, status, isOpen, createdAt, modifiedAt, statuses, brokenAt, pages }, undefined, 2)}\n`
        : report(found, pages),
    );
    return 0;
  } finally {
    await operator.close();
  }
}

function report(
  { id, brand, status, isOpen, createdAt, modifiedAt, flow, statuses, brokenAt }: Evidence,
  pages: readonly ReplayedPage[],
): string {
  const lines = [
    `Application ${id} of ${brand}: ${flow.id}, version ${flow.hash}`,
    `Begun ${createdAt}, last changed ${modifiedAt}, ${isOpen ? 'open' : 'closed'}, ${status}`,
  ];
  if (brokenAt !== undefined)
    lines.push(
      `The chain of acts does not hold from act ${brokenAt} on: somebody changed the database beside the server. What follows cannot be relied on.`,
    );
  for (const [index, page] of pages.entries()) {
    if (page.version !== (pages[index - 1]?.version ?? flow.hash)) lines.push('', `In version ${page.version}:`);
    lines.push(
      '',
      `${index + 1}. ${page.title} (${page.step}, ${page.path})`,
      `   ${page.kind === 'left' ? 'left ' : ''}${page.how}${page.at === undefined ? '' : ` at ${page.at}`}`,
    );
    for (const { idTag, hash, title, version, at } of page.disclosures)
      lines.push(
        `   shown: ${title ?? idTag}, ${version === undefined ? 'a version this content does not have' : `version ${version}`} (${idTag}, ${hash}), at ${at}`,
      );
    for (const why of page.not) lines.push(`   NOT AS IT WAS: ${why}`);
    for (const { as, text } of page.words) lines.push(`   ${AS[as](text)}`);
    if (page.words.length === 0)
      for (const { label, answer, says } of page.questions)
        lines.push(`   ${label}: ${says ?? (answer === null ? 'no answer' : JSON.stringify(answer))}`);
    for (const { operation, outcome, at, value } of page.calls)
      lines.push(`   ${operation} answered ${outcome} at ${at}${value === null ? '' : `: ${JSON.stringify(value)}`}`);
  }
  if (statuses.length > 0) lines.push('', ...statuses.map(({ from, to, at }) => `${at} ${from} -> ${to}`));
  return `${lines.join('\n')}\n`;
}

/** How each kind of word is told apart. */
const AS: { readonly [K in ReplayedPage['words'][number]['as']]: (text: string) => string } = {
  heading: (text) => `== ${text}`,
  copy: (text) => text,
  note: (text) => `Note: ${text}`,
  warning: (text) => `Important: ${text}`,
  question: (text) => `? ${text}`,
  document: (text) => `| ${text}`,
  link: (text) => `-> ${text}`,
  button: (text) => `[ ${text} ]`,
  unkept: (text) => `NOT AS IT WAS: ${text}`,
};
