/** Rows of the jurisdictions, documents and obligations of the generated content. */
import type { Json } from '../../../compile/index.ts';
import { chance, one, range, type Docs, type Size } from './words.ts';

const CODES =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR GU VI AS MP'.split(
    ' ',
  );

export interface Jurisdiction {
  readonly code: string;
  readonly served: boolean;
  readonly products: readonly ('PDL' | 'ILP')[];
  readonly maximumPayday: number;
  readonly maximumInstallment: number;
  readonly minimumAge: number;
  /** idTag of a notice that only this state asks for. */
  readonly notice?: string;
  readonly communityProperty: boolean;
}

/** The jurisdictions: one in five is not served, one in four has a notice of its own. */
export function jurisdictions(size: Size): readonly Jurisdiction[] {
  const next = chance(size.seed);
  return CODES.slice(0, size.states).map((code, index) => {
    const served = index % 5 !== 3;
    const products = one([['PDL'], ['PDL', 'ILP'], ['PDL', 'ILP'], ['ILP']] as const, next);
    return {
      code,
      served,
      products,
      maximumPayday: one([30_000, 50_000, 100_000], next),
      maximumInstallment: one([100_000, 250_000], next),
      minimumAge: index % 19 === 0 ? 19 : 18,
      communityProperty: index % 11 === 1,
      ...(served && index % 4 === 0 && { notice: `notice-${code.toLowerCase()}` }),
    };
  });
}

/** Files of `compliance/`, with the obligations about the flow `apply`. */
export function complianceFiles(states: readonly Jurisdiction[]): Docs {
  const files: Docs = {};
  for (const state of states) {
    files[`compliance/states/${state.code}.json`] = {
      abbr: state.code,
      name: `State ${state.code}`,
      rows: [
        {
          from: '2020-01-01',
          until: null,
          served: state.served,
          products: { ONLINE: [...state.products] },
          minimumLoan: 10_000,
          maximumPayday: state.maximumPayday,
          maximumInstallment: state.maximumInstallment,
          minimumAge: state.minimumAge,
          communityProperty: state.communityProperty,
          citation: 'Generated',
        },
      ],
    };
    if (state.notice !== undefined)
      files[`compliance/obligations/${state.notice}-before-submit.json`] = obligation(
        `An applicant in ${state.code} sees its notice before applying`,
        { step: 'apply/submit' },
        { shown: state.notice, states: [state.code] },
      );
  }
  files['compliance/obligations/tila-before-sign.json'] = obligation(
    'Whoever signs has been shown the Truth in Lending disclosures',
    { step: 'apply/sign' },
    { shown: 'generated-tila', states: ['*'] },
  );
  files['compliance/obligations/esign-before-agreements.json'] = obligation(
    'Whoever agrees to a document has been shown the E-SIGN disclosure',
    { step: 'apply/agreements' },
    { shown: 'generated-esign', states: ['*'] },
  );
  files['compliance/obligations/notice-on-denial.json'] = obligation(
    'Whoever is denied is shown the notice of action taken',
    { outcome: 'apply/denied' },
    { shown: 'generated-denial', states: ['*'] },
  );
  files['compliance/obligations/rate-before-submit.json'] = {
    ...(obligation(
      'Whoever asks for an installment loan sees the rates',
      { step: 'apply/submit' },
      { shown: 'generated-rates', states: ['*'] },
    ) as object),
    products: ['ILP'],
  };
  return files;
}

const obligation = (
  says: string,
  before: Json,
  { shown, states }: { readonly shown: string; readonly states: readonly string[] },
): Json => ({
  says,
  before,
  states: [...states],
  shown,
  citation: 'Generated',
});

/** Markdown of the documents that pages show. */
export function documentFiles(states: readonly Jurisdiction[]): Readonly<Record<string, string>> {
  const tags = [
    'generated-tila',
    'generated-esign',
    'generated-denial',
    'generated-rates',
    ...states.flatMap(({ notice }) => notice ?? []),
  ];
  return Object.fromEntries(
    tags.map((idTag) => [
      `compliance/disclosures/${idTag}/1.md`,
      `---\nidTag: ${idTag}\ntitle: ${idTag}\ntype: notice\nfrom: 2020-01-01\nuntil: null\n---\nWords of ${idTag}.\n`,
    ]),
  );
}

export const BRANDS = ['birch', 'cedar', 'maple', 'rowan'] as const;

/**
 * Facts of the brands, and what each changes: nothing, a page more, other words and an order of its own, a page in
 * place of another.
 */
export function brandFiles(count: number, flows: Readonly<Record<string, readonly string[]>>): Docs {
  const files: Docs = {};
  for (const index of range(count)) {
    const id = BRANDS[index] ?? 'birch';
    files[`brands/${id}/brand.json`] = {
      key: id,
      flows: Object.keys(flows),
      name: `${id} loans`,
      friendlyName: id,
      partnerBrand: id,
      isBankPartner: index === 2,
      notFoundPage: '/nowhere',
    };
    const own = (flow: string): string => flows[flow]?.find((step) => step.startsWith('ask-')) ?? '';
    for (const flow of Object.keys(flows)) {
      if (own(flow) === '') continue;
      const says = `What ${id} does differently`;
      if (index === 1)
        files[`brands/${id}/flows/${flow}.json`] = { says, insert: [{ after: own(flow), step: page(`extra-${id}`) }] };
      if (index === 2)
        files[`brands/${id}/flows/${flow}.json`] = {
          says,
          set: { [`steps/${own(flow)}/title`]: `Another question from ${id}` },
        };
      if (index === 3)
        files[`brands/${id}/flows/${flow}.json`] = {
          says,
          insert: [{ before: own(flow), step: page(`welcome-${id}`) }],
          set: { [`steps/${own(flow)}/title`]: 'In other words' },
        };
    }
  }
  return files;
}
const page = (id: string): Json => ({
  id,
  kind: 'form',
  title: id,
  layout: [{ copy: 'Something this brand tells.' }],
  actions: [{ id: 'continue', label: 'Continue' }],
});
