/** Names of the headers every data call carries (access document, section 7; resolution A of open question 91). */
export const headerNames = {
  brand: 'x-brand-key',
  /** The raw id token, without a scheme. */
  idToken: 'authorization',
  campaign: 'x-campaign-id',
  session: 'x-session-id',
  /** The name of a file that is sent, percent-encoded. */
  fileName: 'x-file-name',
  correlation: 'x-correlation-id',
} as const;
