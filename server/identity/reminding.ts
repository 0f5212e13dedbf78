/**
 * Reminds somebody of the email of their account: by a text message to the phone of the account, which alone learns the
 * whole address. A page learns only whether something was sent.
 */
import type { Admin } from './directory.ts';
import { mayTellOfPhone } from './telling.ts';
import type { GroundAt } from './pool.ts';

/** What somebody remembers of an account: the phone in national form, ten digits. */
export interface Forgotten {
  readonly lastName: string;
  readonly phone: string;
}
/** `tooOften` for a stranger's phone and a customer's alike. */
export type Reminded = 'sent' | 'unknown' | 'tooOften';

/** More accounts than this with one name and one phone are not a family's. */
const most = 4;

/**
 * Looks for confirmed accounts by last name and phone, and texts their emails to that phone. For a phone that nobody
 * has the same is written and withheld: the time does not tell.
 */
export async function remind(
  pool: GroundAt,
  admin: Pick<Admin, 'withPhone'>,
  { lastName, phone }: Forgotten,
): Promise<Reminded> {
  const to = `+1${phone}`;
  if (!(await mayTellOfPhone(pool, to))) return 'tooOften';
  const name = lastName.trim().toLowerCase();
  const found = (await admin.withPhone(to))
    .filter(
      ({ status, enabled, attributes }) =>
        status === 'CONFIRMED' && enabled && attributes['family_name']?.toLowerCase() === name,
    )
    .slice(0, most);
  const emails = found.map(({ email }) => email).join(', ');
  await pool.deliver({
    to,
    channel: 'sms',
    purpose: 'forgot-email',
    brand: found[0]?.attributes['custom:brand'] ?? '',
    subject: 'Your email',
    text: `You log in with ${emails || 'nobody@example.test'}. If you did not ask for this, you need do nothing.`,
    withheld: found.length === 0,
  });
  return found.length === 0 ? 'unknown' : 'sent';
}
