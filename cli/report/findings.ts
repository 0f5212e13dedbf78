/** What is known of obligations, as a compliance officer reads it. */
import type { Finding } from '../../verifier/prove/prove-all.ts';
import { valueText } from '../../verifier/words/value.ts';

const WORDS: Readonly<Record<Finding['verdict'], string>> = {
  proved: 'proved',
  tried: 'no counterexample',
  vacuous: 'never asked',
  broken: 'BROKEN',
};
/** Jurisdictions named one by one; more are counted. */
const NAMED = 6;

/**
 * Whether an obligation does not hold, or says nothing. Where nobody of a brand ever comes to what it is about, as no
 * loan of that kind is made there, it says something as long as it is asked of another brand.
 */
export function isWrong({ verdict, obligation, why }: Finding, among: readonly Finding[]): boolean {
  if (verdict !== 'vacuous') return verdict === 'broken';
  return why.length > 0 || among.every((one) => one.obligation !== obligation || one.verdict === 'vacuous');
}

/**
 * The verdict, for whom it was asked, why it is no more than that, and the counterexample.
 * @param among the findings of all brands
 */
export function findingText(finding: Finding, among: readonly Finding[]): string {
  const { obligation, says, brand, flow, verdict, jurisdictions, customers, states, moments } = finding;
  const { moves, missed, why, day, days, content, counterexample } = finding;
  const where = jurisdictions.length <= NAMED ? jurisdictions.join(', ') : `${jurisdictions.length} jurisdictions`;
  const whom = customers.length > 0 ? `; customers: ${customers.map((one) => valueText(one, 'plain')).join(', ')}` : '';
  const lines = [
    `${WORDS[verdict]}: ${obligation}: ${says}`,
    `    ${brand}/${flow}; ${where}${whom}; ${states} situations looked at, ${missed > 0 ? `broken on ${missed === moments ? 'every one' : missed} of ${moments}` : `asked on ${moments}`} ways`,
    `    on ${[day, ...days.map((one) => `${one.day}: ${WORDS[one.verdict]}`)].join(', ')}; content ${content}`,
    ...(verdict === 'proved'
      ? [
          `    judged: ${moves} moves walked anew; on trust: that the values tried stand for all others, and that what is alike stays alike`,
        ]
      : []),
    ...(verdict === 'vacuous' && why.length > 0
      ? ['    Nobody was found who comes to what it is about, and not everybody was looked at:']
      : []),
    ...(verdict === 'vacuous' && why.length === 0
      ? [
          isWrong(finding, among)
            ? '    Nobody it is for ever comes to what it is about, so it says nothing: correct its "before", "states", "products" or "when", or delete it.'
            : '    Nobody of this brand it is for ever comes to what it is about; people of another brand do, and were asked.',
        ]
      : []),
    ...(verdict === 'tried' ? ['    not called proved, because'] : []),
    ...why.map((one) => `    - ${one}`),
    ...(counterexample === undefined
      ? []
      : [
          '    The shortest way there, as a fixture. Saved below flows/, it fails until this is mended:',
          JSON.stringify(counterexample, undefined, 2),
        ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** How many were asked, by verdict: obligations, and in a line of their own standing duties. */
export function findingsSummary(findings: readonly Finding[]): string {
  const [standing = [], written = []] = [true, false].map((is) =>
    findings.filter((one) => (one.standing === true) === is),
  );
  const summary = (some: readonly Finding[]): string => {
    const count = (verdict: Finding['verdict']): string =>
      `${some.filter((one) => one.verdict === verdict).length} ${WORDS[verdict]}`;
    return `${some.length} asked: ${count('proved')}, ${count('tried')}, ${count('vacuous')}, ${count('broken')}\n`;
  };
  return [
    ...(written.length > 0 || standing.length === 0 ? [summary(written)] : []),
    ...(standing.length > 0 ? [`standing duties: ${summary(standing)}`] : []),
  ].join('');
}
