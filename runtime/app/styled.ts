/** So long a page waits for a style sheet that does not come (const.stylesheetFallbackMs). */
const FALLBACK_MS = 600;

/**
 * Puts the style sheets of a page in force. The page asks for them from the beginning and is not held up by them
 * (`server/http/document.ts`): a browser runs no script behind a style sheet that is on its way, however long that
 * takes.
 * @returns done once all are there or will not come, and after 600 ms in any case
 */
export function styled(page: Document): Promise<unknown> {
  const sheets = [...page.querySelectorAll<HTMLLinkElement>('link[as=style]')];
  const there = sheets.map(
    (sheet) =>
      new Promise((resolve) => {
        sheet.onload = sheet.onerror = resolve;
        sheet.rel = 'stylesheet';
        sheet.removeAttribute('as');
      }),
  );
  return Promise.race([Promise.all(there), new Promise((resolve) => setTimeout(resolve, FALLBACK_MS))]);
}
