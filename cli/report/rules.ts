/** What the rules of `check` say of themselves, for the terminal and for docs/rules.md. */
import type { Edit, RuleText } from '../../compile/rule.ts';

const SEVERITY: Readonly<Record<RuleText['severity'], string>> = {
  refused: 'Such content is refused.',
  concern: 'A server starts all the same; `check` exits with 1.',
};

/** One rule for the terminal. */
export function ruleWords(name: string, rule: RuleText): string {
  return [
    `${name} (${rule.codes.join(', ')})`,
    `  ${rule.says}`,
    `  ${rule.remedy}`,
    `  ${SEVERITY[rule.severity]}`,
    `  Told, where » stands:\n${shown(rule.bad, '    ')}`,
    `  Right:\n${shown(rule.good, '    ')}`,
    '',
  ].join('\n');
}

/** The page of all rules: Markdown. */
export function rulesPage(rules: Readonly<Record<string, RuleText>>): string {
  const parts = Object.entries(rules).map(
    ([name, rule]) =>
      `## ${name}\n${rule.says}\n\n${rule.remedy}\n\n${SEVERITY[rule.severity]} Its problems carry ${rule.codes.map((code) => `\`${code}\``).join(', ')}.\n\nTold, where » stands:\n\n${shown(rule.bad, '    ')}\nRight:\n\n${shown(rule.good, '    ')}`,
  );
  return `# The rules of check\nMade by \`npm run flow -- rules --write\` from the rules themselves (\`compile/rules/\`, \`verifier/check/rules/\`, \`verifier/check/paths/\`): a rule is one file that says what it tells, what to do, and shows it. The examples change the small lending flow in \`tests/verifier/lending\`.\n\n${parts.join('\n')}`;
}

function shown(edits: readonly Edit[], indent: string): string {
  const lines = edits.flatMap(([file, from, to]) => [
    file,
    ...(to === undefined ? from : to).split('\n').map((line) => `  ${line}`),
  ]);
  return lines.map((line) => `${indent}${line}`.trimEnd()).join('\n') + '\n';
}
