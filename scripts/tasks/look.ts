/**
 * `npm run look [-- words] [--widths 320,768] [--media screen,forced-colors,print]`: plays the fixtures (those whose
 * title or brand holds one of the words) in a browser and keeps a picture of every page, empty, with errors and at its
 * end, brand by brand and width by width (of a phone and of a desk, unless others are asked for), and tells what axe
 * and the questions of use find there; `.look/index.html` leafs through them and marks what differs from the last run.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readFiles } from '../../compile/disk.ts';
import { media, Photographer, type Medium, type Picture } from '../../tests/harness/photographer.ts';
import { fixturesIn, openTheater, playable } from '../../tests/harness/theater.ts';
import { buildFrontEnd, frontEndIsStale } from '../lib/front-end.ts';
import { root } from '../lib/paths.ts';

const { values: wanted, positionals } = parseArgs({
  allowPositionals: true,
  options: { widths: { type: 'string', default: '360,1280' }, media: { type: 'string', default: 'screen' } },
});
const widths = wanted.widths.split(',').map(Number);
if (!widths.every((width) => Number.isInteger(width) && width > 0))
  throw new Error(`--widths ${wanted.widths}: give whole numbers of pixels, with commas between them.`);
const isMedium = (name: string): name is Medium => Object.hasOwn(media, name);
const drawn = wanted.media.split(',').filter(isMedium);
if (drawn.join(',') !== wanted.media)
  throw new Error(`--media ${wanted.media}: give one or more of ${Object.keys(media).join(', ')}.`);
const folder = join(root, '.look');
const known = join(folder, 'hashes.json');

const words = positionals.map((word) => word.toLowerCase());
const fixtures = fixturesIn(readFiles([root])).filter(
  (fixture) =>
    playable(fixture, 'browser') &&
    (words.length === 0 || words.some((word) => `${fixture.brand} ${fixture.title}`.toLowerCase().includes(word))),
);
const before = existsSync(known) ? (JSON.parse(readFileSync(known, 'utf8')) as Record<string, string>) : {};
if (words.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
if (frontEndIsStale()) await buildFrontEnd(true);

const photographer = new Photographer(folder, widths, drawn);
const theater = await openTheater('browser', {}, { eyes: photographer });
let wrong = 0;
try {
  for (const [index, fixture] of fixtures.entries()) {
    photographer.brand = fixture.brand;
    const faults = await theater.play(fixture);
    wrong += faults.length === 0 ? 0 : 1;
    console.log(`${index + 1}/${fixtures.length} ${fixture.title}${faults.map((fault) => `\n  ${fault}`).join('')}`);
  }
} finally {
  await theater.close();
}

const hashes = Object.fromEntries(
  photographer.pictures.map(({ file }) => [
    file,
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex'),
  ]),
);
const differs = (file: string): 'new' | 'changed' | 'same' =>
  before[file] === undefined ? 'new' : before[file] === hashes[file] ? 'same' : 'changed';
writeFileSync(known, JSON.stringify({ ...before, ...hashes }, null, 1));
writeFileSync(join(folder, 'index.html'), indexPage(photographer.pictures));
const count = (what: string) => photographer.pictures.filter(({ file }) => differs(file) === what).length;
console.log(
  `${photographer.pictures.length} pictures in ${join('.look', 'index.html')}: ${count('new')} new, ${count('changed')} changed, ${count('same')} as before; ${fixtures.length - wrong} of ${fixtures.length} fixtures held`,
);
process.exitCode = wrong === 0 ? 0 : 1;

/** A page to leaf through: a heading for each place, its pictures side by side. */
function indexPage(pictures: readonly Picture[]): string {
  const places = Map.groupBy(pictures, ({ place }) => place);
  const figure = ({ brand, state, width, medium, file }: Picture): string =>
    `<figure class="${differs(file)}"><a href="${file}"><img loading="lazy" src="${file}" width="${width < 768 ? 220 : 440}" alt=""></a><figcaption>${brand}, ${state}, ${width} px${medium === 'screen' ? '' : `, ${medium}`}: ${differs(file)}</figcaption></figure>`;
  const sections = [...places]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([place, shown]) => `<h2>${place}</h2><div>${shown.map(figure).join('')}</div>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Look</title><style>
body{font:15px system-ui;margin:2rem;background:#eee}div{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}figure{margin:0;background:#fff;padding:.5rem;border:3px solid transparent}
.new{border-color:#2a7}.changed{border-color:#d70}img{height:auto}figcaption{font-size:13px}</style><h1>Every page of the fixtures</h1>${sections.join('\n')}</html>\n`;
}
