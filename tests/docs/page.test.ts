import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectDir } from '../../compile/disk.ts';
import { ELSEWHERE, pages } from './follow.ts';
import { changed, notPrinted, readPage } from './page.ts';

const page = (...lines: string[]) => readPage('page.md', lines.join('\n'));

describe('a page read as what its reader does', () => {
  test('a change, a file, a command with its exit code and what it prints', () => {
    const sections = page(
      '# Title',
      '',
      '## One',
      '```diff a.json',
      '-x',
      '+y',
      '```',
      '```sh exit 1',
      'npm run flow -- check',
      '```',
      '```text',
      'No problems.',
      '```',
      '## Words alone',
      '## Two',
      '```json b.json',
      '{}',
      '```',
    );
    expect(sections).toEqual([
      {
        title: 'One',
        acts: [
          { kind: 'change', line: 4, file: 'a.json', lines: ['-x', '+y'] },
          { kind: 'command', line: 8, words: 'npm run flow -- check', exit: 1, prints: ['No problems.'] },
        ],
      },
      { title: 'Two', acts: [{ kind: 'file', line: 16, file: 'b.json', text: '{}\n' }] },
    ]);
  });
  test('a page that is one example: what its sections do follows on', () => {
    expect(
      readPage('tasks/a.md', '## One\n```json a.json\n{}\n```\n## Two\n```sh\nnpm test\n```', { isOne: true }),
    ).toMatchObject([{ title: 'tasks/a.md', acts: [{ kind: 'file' }, { kind: 'command', words: 'npm test' }] }]);
  });
  test('a fence that nobody would run is refused', () => {
    expect(() => page('## One', '```json', '{}', '```')).toThrow('page.md:2');
    expect(() => page('## One', '```text', 'printed by nobody', '```')).toThrow('page.md:2');
  });
});

describe('a change', () => {
  const change = {
    kind: 'change',
    line: 1,
    file: 'a.json',
    lines: ['   "a": 1,', '-  "b": 2,', '+  "b": 3,'],
  } as const;
  test('keeps the lines around and exchanges those that are marked', () => {
    expect(changed('{\n  "a": 1,\n  "b": 2,\n  "c": 4\n}', change)).toBe('{\n  "a": 1,\n  "b": 3,\n  "c": 4\n}');
  });
  test('that does not fit, or fits twice, is refused', () => {
    expect(() => changed('{}', change)).toThrow('0 times');
    expect(() => changed('  "a": 1,\n  "b": 2,\n  "a": 1,\n  "b": 2,', change)).toThrow('2 times');
  });
});

describe('what a command is said to print', () => {
  test.each([
    [['No problems.'], 'No problems.\n', undefined],
    [['a.json:...: There is no rule "x"...'], 'a.json:12:3: There is no rule "x".\n', undefined],
    [['first', '...', 'last'], 'first\nsecond\nlast\n', undefined],
    [['last', 'first'], 'first\nlast\n', 'first'],
    [['No problems.'], '1 problem.\n', 'No problems.'],
    [['No problems'], 'No problems.\n', 'No problems'],
  ])('%j in %j', (prints, output, missing) => {
    expect(notPrinted(prints, output)).toBe(missing);
  });
});

describe('the pages there are', () => {
  const names = pages().map(({ name }) => name);
  const index = readFileSync(join(projectDir, 'docs/README.md'), 'utf8');
  test('one for each kind of reader, one for each task, and five to look something up in', () => {
    expect(names.filter((name) => !name.startsWith('tasks/'))).toEqual([
      'README.md',
      'analysts.md',
      'compliance-officers.md',
      'constructs.md',
      'operators.md',
      'rules.md',
      'test-authors.md',
      'widgets.md',
      'words.md',
    ]);
  });
  test.each(names.filter((name) => name !== 'README.md'))('the index leads to %s', (name) => {
    expect(index).toContain(`](${name})`);
  });
  test.each(pages().filter(({ name }) => name.startsWith('tasks/')))(
    'what $name shows is checked, played, proved, moved or counted',
    ({ sections }) => {
      const commands = sections.flatMap(({ acts }) =>
        acts.flatMap((act) => (act.kind === 'command' && act.prints !== undefined ? [act.words] : [])),
      );
      expect(commands.filter((words) => /npm run flow -- (check|test|prove|migrate|impact) /.test(words))).not.toEqual(
        [],
      );
    },
  );
  test.each(names)('every link of %s leads to a file that is there', (name) => {
    const text = readFileSync(join(projectDir, 'docs', name), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, to = '']) => to);
    expect(links.filter((to) => !existsSync(join(projectDir, 'docs', dirname(name), to)))).toEqual([]);
  });
  test('every reason for not running a command is still needed', () => {
    const lines = pages().flatMap(({ sections }) =>
      sections.flatMap(({ acts }) => acts.flatMap((act) => (act.kind === 'command' ? [act.words] : []))),
    );
    for (const [pattern] of ELSEWHERE)
      expect(
        lines.filter((line) => pattern.test(line)),
        String(pattern),
      ).not.toEqual([]);
  });
});
