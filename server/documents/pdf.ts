/** Documents as tagged PDF (ISO 32000-1, 14.8): what a person keeps and a screen reader reads. No clock, no chance. */
import { createRequire } from 'node:module';
import Pdfkit from 'pdfkit';
import { date, money } from '../../compile/kit/formats.ts';
import type { WidgetDocNode, WidgetDocument } from '../../runtime/core/widget-contract.ts';
import { amountFinancedOf, type Offer } from '../lending/offer.ts';

export interface Printed {
  /** Placeholders filled in. */
  readonly document: WidgetDocument;
  /** As the head of the page names the lender. */
  readonly lender: string;
  /** What the document tells figures of; drawn as the disclosures of Regulation Z (12 CFR 1026.18). */
  readonly offer: Offer | undefined;
  /** Whose copy it is. */
  readonly application: string;
  /** When it was made; the same instant gives the same bytes. */
  readonly at: Date;
}

type Pdf = InstanceType<typeof Pdfkit>;
type Struct = ReturnType<Pdf['struct']>;

/** Points; a page is Letter. */
const margin = 64;
const text = 10.5;
const colors = { ink: '#1b1b1f', quiet: '#55565c', line: '#c9cad0', head: '#f1f2f4' } as const;

const fontFile = createRequire(import.meta.url);
/** Source Sans 3 carries Latin, Latin Extended and Vietnamese letters; what is used of it is embedded. */
const fonts = {
  plain: fontFile.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  bold: fontFile.resolve('@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf'),
} as const;

/** The document as bytes of a PDF 1.7 file: structure, language, title, and page numbers that no reader reads out. */
export async function printed(one: Printed): Promise<Buffer> {
  const { document, lender, at } = one;
  const pdf = new Pdfkit({
    size: 'LETTER',
    margin,
    pdfVersion: '1.7',
    // Its types know the archival subsets alone.
    subset: 'PDF/UA' as 'PDF/A-2',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    font: fonts.plain,
    info: { Title: document.title, Author: lender, Creator: lender, Producer: lender, CreationDate: at, ModDate: at },
  });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  pdf.registerFont('plain', fonts.plain).registerFont('bold', fonts.bold);
  draw(pdf, one);
  pdf.end();
  return await whole;
}

function draw(pdf: Pdf, { document, lender, offer, application }: Printed): void {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const say = writer(pdf);
  say({ parent: root, tag: 'P', runs: [{ words: lender }], size: 9, color: colors.quiet, after: 4 });
  say({ parent: root, tag: 'H1', runs: [{ words: document.title, bold: true }], size: 19, after: 10 });
  if (offer) drawTerms(pdf, root, offer);
  drawNodes(document.body, { pdf, say, parent: root, indent: 0 });
  root.end();
  const last = `${document.idTag}, version ${document.version}, ${document.hash}`;
  const { start, count } = pdf.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    pdf.switchToPage(start + at);
    const { bottom } = pdf.page.margins;
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf.font('plain', 7.5).fillColor(colors.quiet);
    const y = pdf.page.height - margin + 18;
    const width = pdf.page.width - 2 * margin;
    pdf.text(`${last}. Application ${application}`, margin, y, { width, lineBreak: false });
    pdf.text(`Page ${at + 1} of ${count}`, margin, y + 11, { width, lineBreak: false });
    pdf.endMarkedContent();
    pdf.page.margins.bottom = bottom;
  }
}

interface Run {
  readonly words: string;
  readonly bold?: boolean;
  readonly href?: string;
}
interface Block {
  readonly parent: Struct;
  /** Of the structure, as the standard names it. */
  readonly tag: string;
  readonly runs: readonly Run[];
  readonly size?: number;
  readonly color?: string;
  /** Points below. */
  readonly after?: number;
  readonly indent?: number;
}
type Say = (block: Block) => void;

/** Writes one block of text below what stands. */
function writer(pdf: Pdf): Say {
  return ({ parent, tag, runs, size = text, color = colors.ink, after = 8, indent = 0 }) => {
    const width = pdf.page.width - 2 * margin - indent;
    if (pdf.y + 3 * size > pdf.page.height - margin) pdf.addPage();
    parent.add(
      pdf.struct(tag, {}, () => {
        pdf.x = margin + indent;
        for (const [index, { words, bold, href }] of runs.entries()) {
          pdf.font(bold ? 'bold' : 'plain', size).fillColor(color);
          pdf.text(href === undefined || words.includes(href) ? words : `${words} (${href})`, {
            width,
            lineGap: size * 0.3,
            continued: index < runs.length - 1,
          });
        }
      }),
    );
    pdf.x = margin;
    pdf.y += after;
  };
}

/** The words of what stands inside a block, with how they are set. */
function runsOf(nodes: readonly WidgetDocNode[], how: Omit<Run, 'words'> = {}): readonly Run[] {
  return nodes.flatMap((node): readonly Run[] => {
    if (node.tag === 'text') return node.text === '' ? [] : [{ ...how, words: node.text }];
    if (node.tag === 'a') return runsOf(node.children, { ...how, href: node.href });
    return runsOf(node.children, node.tag === 'strong' ? { ...how, bold: true } : how);
  });
}

/** Where the next block goes. */
interface Onto {
  readonly pdf: Pdf;
  readonly say: Say;
  readonly parent: Struct;
  readonly indent: number;
}

function drawNodes(nodes: readonly WidgetDocNode[], onto: Onto): void {
  const { pdf, say, parent, indent } = onto;
  for (const node of nodes) {
    if (node.tag === 'hr' || node.tag === 'text') continue;
    if (node.tag === 'h2' || node.tag === 'h3') {
      pdf.y += 4;
      const runs = runsOf(node.children, { bold: true });
      say({ parent, tag: node.tag.toUpperCase(), runs, size: node.tag === 'h2' ? 13 : 11.5, after: 4, indent });
    } else if (node.tag === 'ul' || node.tag === 'ol') drawList(node.children, node.tag === 'ol', onto);
    else if (node.tag === 'blockquote') {
      const quote = pdf.struct('BlockQuote');
      parent.add(quote);
      drawNodes(node.children, { ...onto, parent: quote, indent: indent + 18 });
      quote.end();
    } else say({ parent, tag: 'P', runs: runsOf([node]), indent });
  }
}

function drawList(items: readonly WidgetDocNode[], numbered: boolean, { pdf, say, parent, indent }: Onto): void {
  const list = pdf.struct('L');
  parent.add(list);
  for (const [index, item] of items.entries()) {
    const one = pdf.struct('LI');
    list.add(one);
    const mark = numbered ? `${index + 1}. ` : '•  ';
    say({ parent: one, tag: 'LBody', runs: [{ words: mark }, ...runsOf([item])], after: 4, indent: indent + 12 });
    one.end();
  }
  list.end();
  pdf.y += 4;
}

/** The four figures in the order and the words of Regulation Z, then the payments. */
function drawTerms(pdf: Pdf, parent: Struct, offer: Offer): void {
  const head = { type: 'TH' as const, backgroundColor: colors.head };
  const cell = (words: string, bold = false) => ({
    text: words,
    textColor: colors.ink,
    font: { src: bold ? 'bold' : 'plain', size: 9.5 },
  });
  const table = (rows: readonly (readonly object[])[], columnStyles: readonly number[]): void => {
    const struct = pdf.struct('Table');
    parent.add(struct);
    pdf.fillColor(colors.ink).font('plain', 9.5);
    pdf.table({
      columnStyles: [...columnStyles],
      defaultStyle: { border: 0.5, borderColor: colors.line, padding: 5 },
      structParent: struct,
      data: rows.map((row) => [...row]),
    } as unknown as Parameters<Pdf['table']>[0]);
    struct.end();
    pdf.x = margin;
    pdf.y += 12;
  };
  const figures = [
    ['ANNUAL PERCENTAGE RATE', `${offer.apr.toFixed(2)}%`, 'The cost of your credit as a yearly rate.'],
    ['FINANCE CHARGE', money(offer.financeCharge) ?? '', 'The dollar amount the credit will cost you.'],
    [
      'Amount financed',
      money(amountFinancedOf(offer)) ?? '',
      'The amount of credit provided to you or on your behalf.',
    ],
    [
      'Total of payments',
      money(offer.totalOfPayments) ?? '',
      'The amount you will have paid after you have made all payments as scheduled.',
    ],
  ] as const;
  table(
    figures.map(([name, figure, says], index) => [
      { ...cell(name, index < 2), ...head, scope: 'Row' },
      cell(figure, true),
      cell(says),
    ]),
    [150, 100, 234],
  );
  table(
    [
      ['Payment', 'Due', 'Amount'].map((name) => ({ ...cell(name, true), ...head, scope: 'Column' })),
      ...offer.payments.map(({ dueDate, amount }, index) => [
        cell(`${index + 1} of ${offer.payments.length}`),
        cell(date(dueDate) ?? ''),
        cell(money(amount) ?? ''),
      ]),
    ],
    [150, 200, 134],
  );
}
