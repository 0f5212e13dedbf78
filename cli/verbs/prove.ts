/** `prove [obligation]`: each obligation proved, or its shortest counterexample as a fixture. */
import { proveAll, type Finding } from '../../verifier/prove/prove-all.ts';
import { contentOf, type Command } from '../command.ts';
import { loadOrTell, productNamed } from '../products.ts';

const WORDS: Readonly<Record<Finding['verdict'], string>> = { proved: 'proved', tried: 'no counterexample', vacuous: 'never asked', broken: 'BROKEN' };

/** Prints one line an obligation and brand; 1 when any is broken or never asked. `--json`: every finding whole. Progress goes to standard error. */
export async function verb(command: Command): Promise<number> {
  const loaded = await loadOrTell(contentOf(command));
  if (!loaded) return 1;
  const { options, products } = loaded;
  const { source, brands } = loaded.resolved;
  const unknown = command.names.filter((name) => !source.obligations[name]);
  if (unknown.length > 0) {
    process.stderr.write(`There is no obligation ${unknown.join(', ')}; there are ${Object.keys(source.obligations).join(', ')}.\n`);
    return 1;
  }
  let interrupted = false;
  const stop = (): void => {
    interrupted = true;
  };
  process.once('SIGINT', stop);
  try {
    const findings: Finding[] = [];
    for (const brand of Object.values(brands)) {
      let told = 0;
      findings.push(...proveAll(source, brand, productNamed(products, brand.id), command.names, options.today, (flow, states) => {
        if (states >= told + 1000) process.stderr.write(`${brand.id}/${flow}: ${(told = states)} states\n`);
        return !interrupted;
      }));
    }
    process.stdout.write(command.json ? `${JSON.stringify(findings, undefined, 2)}\n` : findings.map(line).join(''));
    return findings.some(({ verdict }) => verdict === 'broken' || verdict === 'vacuous') ? 1 : 0;
  } finally {
    process.removeListener('SIGINT', stop);
  }
}

function line({ obligation, brand, verdict, states, moments, why, counterexample }: Finding): string {
  const head = `${WORDS[verdict]}: ${obligation} (${brand}; ${moments} moments, ${states} states)\n`;
  return head + (why === undefined ? '' : `    not called proved, because ${why}\n`) + (counterexample === undefined ? '' : `${JSON.stringify(counterexample, undefined, 2)}\n`);
}
