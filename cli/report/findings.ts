/** What is known of obligations, as a compliance officer reads it. */
import type { Replay } from '../../verifier/prove/counterexample.ts';
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
/** What the judge takes on trust. */
const TRUST = 'that the values tried stand for all others, and that what is alike stays alike';

/** Whether an obligation does not hold, or says nothing. */
export function isWrong({ verdict, standing }: Finding): boolean {
  // Nobody wrote a standing duty down: that nobody comes to what it is about is no fault.
  return verdict === 'broken' || (verdict === 'vacuous' && !standing);
}

/** The verdict, for whom it was asked, why it is no more than that, and the counterexample. */
export function findingText(finding: Finding): string {
  const { obligation, says, brand, flow, verdict, jurisdictions, customers, states, moments, attacked } = finding;
  const {
    moves,
    missed,
    why,
    leftOut,
    day,
    days,
    content,
    counterexample,
    except,
    remedies = [],
    replays = [],
  } = finding;
  const where = jurisdictions.length <= NAMED ? jurisdictions.join(', ') : `${jurisdictions.length} jurisdictions`;
  const whom = customers.length > 0 ? `; customers: ${customers.map((one) => valueText(one, 'plain')).join(', ')}` : '';
  const lines = [
    `${WORDS[verdict]}: ${obligation}: ${says}`,
    `    ${brand}/${flow}; ${where}${whom}; ${states} situations looked at, ${missed > 0 ? `broken on ${missed === moments ? 'every one' : missed} of ${moments}` : `asked on ${moments}`} ways`,
    `    on ${[day, ...days.map((one) => `${one.day}: ${WORDS[one.verdict]}`)].join(', ')}; content ${content}`,
    ...(verdict === 'proved'
      ? [
          `    judged: ${moves} moves walked anew; on trust: ${TRUST}`,
          ...(attacked
            ? [
                `    attacked: ${attacked.people} random ${attacked.people === 1 ? 'person' : 'people'} did ${attacked.deeds} things, and broke nothing`,
              ]
            : []),
        ]
      : []),
    ...(leftOut && verdict === 'proved'
      ? [
          `    It leaves ${brand} out, and that nobody of it whom it is for comes to what it is about is what is proved.`,
        ]
      : []),
    ...(verdict === 'vacuous' && why.length > 0
      ? ['    Nobody was found who comes to what it is about, and not everybody was looked at:']
      : []),
    ...(verdict === 'vacuous' && why.length === 0
      ? [
          isWrong(finding)
            ? `    Nobody of ${brand} whom it is for ever comes to what it is about, so it says nothing there: correct its "before", "states", "products" or "when", name in "brands" the brands that owe it, or delete it.`
            : `    Nobody of ${brand} ever comes to what it is about.`,
        ]
      : []),
    ...(verdict === 'tried'
      ? [
          except === undefined
            ? '    not called proved, because'
            : `    proved except for ${except}, of which a part was tried:`,
        ]
      : []),
    ...why.map((one) => `    - ${one}`),
    ...remedies.map((one) => `    what to change: ${one}`),
    ...(counterexample === undefined
      ? []
      : [
          ...replays.map(replayText),
          '    The shortest way there, as a fixture. Saved below flows/, it fails until this is mended:',
          JSON.stringify(counterexample, undefined, 2),
        ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const PLAYER = { core: 'the engine', server: 'the running server' } as const;

/** What playing a counterexample again came to. One that goes another way is no fault of the content. */
function replayText(replay: Replay): string {
  const who = PLAYER[replay.by];
  if ('unplayed' in replay) return `    Not played again by ${who}: ${replay.unplayed}.`;
  if (replay.same) return `    Played again: ${who} goes this way.`;
  const came = replay.failures.length > 0 ? replay.failures.join('; ') : 'it does all that is expected';
  return `    DEFECT OF THE VERIFIER: played again, ${who} does not go this way (${came}). What is said above of the content is not to be relied on.`;
}

/** How many were asked, by verdict: obligations, and in a line of their own standing duties. */
export function findingsSummary(findings: readonly Finding[]): string {
  const [standing = [], written = []] = [true, false].map((is) =>
    findings.filter((one) => (one.standing === true) === is),
  );
  const summary = (some: readonly Finding[]): string => {
    const count = (verdict: Finding['verdict']): string =>
      `${some.filter((one) => one.verdict === verdict).length} ${WORDS[verdict]}`;
    const out = some.filter(({ leftOut, verdict }) => leftOut && verdict === 'proved').length;
    const nobody = out > 0 ? ` (${out} of them: nobody of a brand left out comes there)` : '';
    return `${some.length} asked: ${count('proved')}${nobody}, ${count('tried')}, ${count('vacuous')}, ${count('broken')}\n`;
  };
  return [
    ...(written.length > 0 || standing.length === 0 ? [summary(written)] : []),
    ...(standing.length > 0 ? [`standing duties: ${summary(standing)}`] : []),
  ].join('');
}
