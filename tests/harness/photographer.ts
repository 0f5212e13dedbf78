/** Takes a picture of each page in each of its states before it judges it: the eyes of `npm run look`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { Inspector, type State } from './inspector.ts';
import { until } from './seat.ts';

/** How a page is drawn: as it is, in the colors of the system, or on paper. */
export const media = {
  screen: {},
  'forced-colors': { forcedColors: 'active' },
  print: { media: 'print' },
} as const satisfies Readonly<Record<string, Parameters<Page['emulateMedia']>[0]>>;
export type Medium = keyof typeof media;

export interface Picture {
  readonly brand: string;
  /** `flow/step`. */
  readonly place: string;
  readonly state: State;
  /** Pixels of CSS. */
  readonly width: number;
  readonly medium: Medium;
  /** Below the folder of the pictures. */
  readonly file: string;
}

/**
 * Whether the page says that nothing of it is on its way: no part, call, document, picture or letter is loading, no
 * button is busy, and whether the answers are saved has been told.
 */
const isAtRest = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('[data-loading], [data-busy], [data-status=saving]') === null &&
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => image.complete),
  );

export class Photographer extends Inspector {
  readonly pictures: Picture[] = [];
  /** Whose pages are being looked at. */
  brand = '';
  private readonly folder: string;
  private readonly widths: readonly number[];
  private readonly drawn: readonly Medium[];

  /**
   * @param folder where pictures go, a folder for each brand
   * @param widths of the window in pixels
   * @param drawn how each page is drawn
   */
  constructor(folder: string, widths: readonly number[], drawn: readonly Medium[] = ['screen']) {
    super();
    this.folder = folder;
    this.widths = widths;
    this.drawn = drawn;
  }

  override first(place: string, state: State): boolean {
    return super.first(`${this.brand}: ${place}`, state);
  }

  override async axe(page: Page, place: string, state: State): Promise<string[]> {
    const size = page.viewportSize();
    mkdirSync(join(this.folder, this.brand), { recursive: true });
    for (const medium of this.drawn) {
      await page.emulateMedia(media[medium]);
      for (const width of this.widths) {
        const name = `${place.replace('/', '.')}.${state.replaceAll(' ', '-')}.${width}`;
        const file = `${this.brand}/${name}${medium === 'screen' ? '' : `.${medium}`}.png`;
        await page.setViewportSize({ width, height: width < 768 ? 800 : 900 });
        await until(`${place} to be at rest`, () => isAtRest(page));
        await page.screenshot({ path: join(this.folder, file), fullPage: true, animations: 'disabled', caret: 'hide' });
        this.pictures.push({ brand: this.brand, place, state, width, medium, file });
      }
      await page.emulateMedia({ media: null, forcedColors: null });
    }
    if (size !== null) await page.setViewportSize(size);
    return super.axe(page, place, state);
  }
}
