/** What each verb does, in one line, as README says it. */
const SAYS: Readonly<Record<string, string>> = {
  check: 'check [flow]                   what is wrong, with file, line, column and remedy',
  rules: 'rules [code]                   what a rule of check tells and what to do, with an example',
  test: 'test [names]                   whether the fixtures hold; --server and --browser on the real product',
  graph: 'graph <flow>                   the flow as a picture with the rules on its arrows',
  explain: 'explain <fixture> <thing>      why a step, field or disclosure is shown or not',
  prove: 'prove [obligation]             whether every path keeps each obligation, or the shortest that does not',
  cover: 'cover [flow] [--write]         what no fixture reaches; writes the fixtures that are missing',
  verify: 'verify                         check, prove, test and cover at once',
  diff: 'diff <revision or folder>      what changed for whom',
  migrate:
    'migrate <revision or folder>   what becomes of whoever began with that version; exit 1 when it is not lawful',
  impact: 'impact [revision or folder]    what becomes of applications that are open; --dump and --from a file',
  replay: 'replay <application>           what an applicant saw, page by page',
  routes: 'routes                         every path of every brand',
};

/** The lines of the verbs there are. */
export function help(known: readonly string[]): string {
  const lines = [
    ...Object.keys(SAYS).filter((verb) => known.includes(verb)),
    ...known.filter((verb) => !Object.hasOwn(SAYS, verb)),
  ];
  return `npm run flow -- <verb> [names] [--json]\n${lines.map((verb) => `  ${SAYS[verb] ?? verb}\n`).join('')}`;
}
