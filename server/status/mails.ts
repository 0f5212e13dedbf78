/** The lender's mails: documents of `compliance/mails`, filled in with what was sent and what was decided. */
import { easternDate } from '../../contract/days.ts';
import { resultsByName } from '../../contract/application.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { documentOf, get, isObject, own } from '../../runtime/core/index.ts';
import { openDocument } from '../journeys/document.ts';
import { ownerOf } from '../journeys/evidence.ts';
import { denialOf } from '../journeys/head.ts';
import { readSubmission } from '../journeys/submission.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import { worldOf } from '../journeys/world.ts';
import type { Offer } from '../lending/offer.ts';
import { sealLink } from '../messages/links.ts';
import { plainWords } from '../messages/plain.ts';
import type { Services } from '../services.ts';
import type { Reason, ToldReport } from '../underwriting/decide.ts';

/** What a mail tells beside what the application sent. */
export interface Told {
  readonly offer?: Offer | undefined;
  /** Ends with the words of the notice of the consumer report, where one was used. */
  readonly denial?: { readonly reasons: readonly Reason[]; readonly report: ToldReport | null };
  /** Ends with the words of every document that was agreed to. */
  readonly withAgreed?: true;
}

/**
 * A mail by the idTag of its document: its title is the subject. Throws where no such document is in force, because a
 * mail that the law wants must not be left out silently.
 */
export async function mailOf(
  services: Services,
  row: ApplicationRow,
  { idTag, offer, denial, withAgreed }: Told & { readonly idTag: string },
): Promise<{ readonly subject: string; readonly text: string }> {
  const now = services.clock();
  const today = row.progress.today ?? easternDate(now);
  await services.definitions.prepare(today);
  const { documents } = await services.definitions.compliance(row.brand, today);
  const { flow, answers: all } = await openDocument({ services }, row);
  const answers = await readSubmission(services, row);
  const values: Record<string, Json> = {
    ...(offer && { loanOffer: offer as unknown as Json }),
    ...(denial && { denialReasons: denialOf(denial) }),
  };
  const world = await worldOf(
    { services, session: undefined, cookies: {}, privacy: false, now, today },
    await ownerOf(services.db, row.owner, row.email),
    { application: row, flow, values },
  );
  // A link of the mail leads to the page where one logs in, and its address is the one that the mail goes to.
  const { brand, email } = row;
  const query = email === null ? {} : { link: await sealLink(services.sealer, { email, brand, now }) };
  const facts = {
    ...world,
    results: { ...world.results, ...resultsByName(flow, values) },
    route: { params: {}, query },
    answers,
    typed: {},
  };
  const written = (name: string): { readonly title: string; readonly words: string } => {
    const compiled = own(documents, name);
    if (!compiled)
      throw new Error(`No document "${name}" is in force for ${row.brand}: write compliance/mails/${name}.`);
    const { title, body } = documentOf(compiled, facts);
    return { title, words: plainWords(body) };
  };
  const mail = written(idTag);
  const more = withAgreed ? agreedIn(get(all, 'agreements') ?? null) : [];
  const papers = [...more, ...(denial?.report ? [reportNotice] : [])].map(written);
  return {
    subject: mail.title,
    text: [mail.words, ...papers.map(({ title, words }) => `${title.toUpperCase()}\n\n${words}`)].join('\n\n---\n\n'),
  };
}

/** The document that tells of a consumer report, here as on the page. */
const reportNotice = 'consumer-report-notice';

/** The documents that were agreed to, by idTag, in the order in which they were listed. */
function agreedIn(agreements: Json): readonly string[] {
  if (!isObject(agreements)) return [];
  return Object.entries(agreements).flatMap(([idTag, agreed]) => (agreed === true ? [idTag] : agreedIn(agreed)));
}
