/** `prove [obligation]`: each obligation proved, or its shortest counterexample as a fixture. */
import { proveAll, type Finding } from '../../verifier/prove/prove-all.ts';
import { contentOf, type Command } from '../command.ts';
import { loadOrTell, productNamed } from '../products.ts';

const WORDS: Readonly<Record<Finding['verdict'], string>> = { proved: 'proved', tried: 'no counterexample', vacuous: 'never asked', broken: 'BROKEN' };

/** Prints what is known of each obligation and brand; 1 when any is broken or never asked. `--json`: every finding whole. Progress goes to standard error; Ctrl-C prints what is known so far. */
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
    process.stdout.write(command.json ? `${JSON.stringify(findings, undefined, 2)}\n` : `${findings.map(told).join('')}${summary(findings)}`);
    return findings.some(({ verdict }) => verdict === 'broken' || verdict === 'vacuous') ? 1 : 0;
  } finally {
    process.removeListener('SIGINT', stop);
  }
}

/** Jurisdictions named one by one; more are counted. */
const NAMED = 6;

function told({ obligation, says, brand, flow, verdict, jurisdictions, customers, states, moments, why, counterexample }: Finding): string {
  const where = jurisdictions.length <= NAMED ? jurisdictions.join(', ') : `${jurisdictions.length} jurisdictions`;
  const whom = customers.length > 0 ? `; customers ${customers.join(', ')}` : '';
  const lines = [
    `${WORDS[verdict]}: ${obligation}: ${says}`,
    `    ${brand}/${flow}; ${where}${whom}; ${states} states looked at, asked on ${moments} ways`,
    ...(verdict === 'vacuous' ? ['    Nobody it is for ever comes to what it is about, so it says nothing: correct its "before", "states", "products" or "when", or delete it.'] : []),
    ...(verdict === 'tried' ? ['    not called proved, because'] : []),
    ...why.map((one) => `    - ${one}`),
    ...(counterexample === undefined ? [] : [JSON.stringify(counterexample, undefined, 2)]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function summary(findings: readonly Finding[]): string {
  const count = (verdict: Finding['verdict']): string => `${findings.filter((one) => one.verdict === verdict).length} ${WORDS[verdict]}`;
  return `${findings.length} asked: ${count('proved')}, ${count('tried')}, ${count('vacuous')}, ${count('broken')}\n`;
}
