/** Parts of file names that `--tests <files>` names, separated by commas; undefined where nobody chose. */
export function chosenTests(): readonly string[] | undefined {
  const at = process.argv.indexOf('--tests');
  return at < 0 ? undefined : (process.argv[at + 1] ?? '').split(',');
}
