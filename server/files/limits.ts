/** How much one person and one application may send. How large one file may be, its field and the settings say. */

export const fileLimits = {
  /** Files of one person that are stored or on their way. */
  filesOfPerson: 200,
  /**
   * Files of one application or draft, and their bytes, those that no answer names yet among them: few enough to be
   * deleted in one transaction, of a hundred rows at most.
   */
  filesOfApplication: 30,
  bytesOfApplication: 50_000_000,
  /** Files that one person sends at the same time. */
  atOnce: 6,
  /** Requests of one address in a minute. Locally everybody has one address. */
  perMinute: { local: 6000, dev: 240, qa: 240, prod: 120 },
  /** A file that no answer names is deleted after so many hours, one whose upload never ended after so many minutes. */
  unnamedHours: 24,
  unfinishedMinutes: 60,
} as const;
