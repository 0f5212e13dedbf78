/** What html-validate finds wrong with the document that a page has become. */
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright';

/**
 * The rules about what is written by hand are off: what is read here is what the browser writes down of its document,
 * in its own style of attributes and tags.
 */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'doctype-style': 'off',
    // Everything comes from the site itself, and the policy lets nothing else run.
    'require-sri': 'off',
    // A title says the page and the brand, however long they are.
    'long-title': 'off',
    // A line of text is what an input is by itself.
    'no-implicit-input-type': 'off',
    // React sets a style through the document, as the policy wants it; written down it looks like one in the markup.
    'no-inline-style': 'off',
    // React makes ids of its own.
    'valid-id': ['error', { relaxed: true }],
    // A telephone number stays on one line by its style.
    'tel-non-breaking': 'off',
    'form-dup-name': ['error', { shared: ['radio', 'checkbox'] }],
  },
});

/** What is wrong with the markup of a page, one sentence each. */
export async function markupFaultsOn(page: Page): Promise<readonly string[]> {
  const text = await page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as Element;
    // What is there for a browser without scripts is a document of its own.
    for (const one of copy.querySelectorAll('noscript')) one.remove();
    return `<!doctype html>${copy.outerHTML}`;
  });
  const report = await validator.validateString(text);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? ''})`),
  );
}
