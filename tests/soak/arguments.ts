/** `--seed 7 --count 10000` of a long run. */
export function readArguments(
  argv: readonly string[],
  defaults: { readonly seed: number; readonly count: number },
): { readonly seed: number; readonly count: number } {
  const number = (name: string, otherwise: number): number => {
    const at = argv.indexOf(name);
    if (at < 0) return otherwise;
    const value = Number(argv[at + 1]);
    if (!Number.isInteger(value) || value < 0) throw new Error(`${name} needs a whole number, not ${argv[at + 1]}.`);
    return value;
  };
  return { seed: number('--seed', defaults.seed), count: number('--count', defaults.count) };
}

/** Parts of file names that `--tests <files>` names, separated by commas; undefined where nobody chose. */
export function chosenTests(): readonly string[] | undefined {
  const at = process.argv.indexOf('--tests');
  return at < 0 ? undefined : (process.argv[at + 1] ?? '').split(',');
}
