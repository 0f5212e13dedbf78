import type { Env } from '../../compile/types.ts';
import { readdirSync, readFileSync } from 'node:fs';
import jsonLogic from 'json-logic-js';
import type { RulesLogic } from 'json-logic-js';

/** Everything a rule may read. Total: a fact that is not known is null, never absent. Money in cents. */
export interface Inputs {
  readonly ssnLastFour: string;
  readonly submits: number;
  readonly grossMonthlyIncome: number;
  readonly amount: number;
  readonly productCode: string | null;
  readonly singlePayment: boolean;
  readonly stateCode: string;
  readonly stateMaximumLoan: number | null;
  /** The smallest loan of the product in the state. */
  readonly minimumLoan: number | null;
  /** Whether the Military Lending Act protects the applicant (32 CFR 232.3(g)), as far as is known. */
  readonly coveredBorrower: boolean;
  /**
   * Annual rate of the terms, percent: the APR, and the MAPR of 32 CFR 232.4(c) too, because nothing is charged beside
   * the finance charge.
   */
  readonly rate: number;
  /** Days of the linked account that its bank reports, as far as is known. */
  readonly accountDays: number | null;
}

type DecidedStatus =
  | 'SUBMIT_DENIED'
  | 'SUBMIT_ERROR'
  | 'CANEBAY_DUPLICATE'
  | 'PENDING_PRODUCT_SELECTION'
  | 'SUBMIT_APPROVED';
export interface Reason {
  readonly code: string;
  /** As Regulation B, form C-1 words it. */
  readonly text: string;
}
/** The consumer report that a denial was based on, as the notice tells of it (15 U.S.C. 1681m(a)(2)-(3)). */
interface Report {
  readonly agency: string;
  readonly address: string;
  /** Toll-free. */
  readonly phone: string;
  readonly score: {
    readonly value: number;
    readonly lowest: number;
    readonly highest: number;
    /** What lowered it, the gravest first, in one sentence. */
    readonly factors: string;
  };
}
export interface Decision {
  readonly status: DecidedStatus;
  readonly reasons: readonly Reason[];
  /** Of a denial that was based on one. */
  readonly report?: Report;
  readonly wants: readonly ('documents' | 'recalculation' | 'anotherOption' | 'signatureError')[];
  /** The largest loan that can be had instead of the one asked for, in cents: what another product is chosen within. */
  readonly offers?: number;
  /** Whether the terms are for somebody whom the Military Lending Act protects. */
  readonly coveredBorrower: boolean;
}

interface RuleFile {
  readonly says: string;
  /** Stands in for an outside service; never read in production. */
  readonly standIn: boolean;
  readonly rules: readonly {
    readonly says: string;
    readonly when: RulesLogic;
    /** Facts that are known by this rule and not from the application: the rules after it read them. */
    readonly finds?: Partial<Inputs>;
    readonly decision?: DecidedStatus;
    readonly reasons?: readonly string[];
    /** Of a denial that is based on a consumer report: whose of agencies.json it is, and the score in it. */
    readonly report?: {
      readonly agency: string;
      readonly score: {
        readonly value: number;
        readonly lowest: number;
        readonly highest: number;
        /** Codes of reasons.json; at most four (15 U.S.C. 1681g(f)(1)(C)). */
        readonly factors: readonly string[];
      };
    };
    readonly wants?: Decision['wants'][number];
    /** Of a decision for less: the largest loan offered instead, in cents. */
    readonly offers?: RulesLogic;
  }[];
}

/** Advised number of reasons (comment 9(b)(2)-1 to 12 CFR 1002.9). */
const mostReasons = 4;

/** Everything a rule of preliminary underwriting may read: what is known of the open loan. Money in cents. */
export interface PreliminaryInputs {
  readonly ssnLastFour: string;
  readonly pastDue: number;
  readonly grossMonthlyIncome: number;
}

/** Decides on an application, by `rules/*.json`. */
export const createUnderwriting = (env: Env): ((inputs: Inputs) => Decision) => decides(env, './rules/');

/** Decides whether an open loan may be changed, by `preliminary/*.json`. */
export const createPreliminary = (env: Env): ((inputs: PreliminaryInputs) => Decision) =>
  decides(env, './preliminary/');

/**
 * Reads the rules of a folder in name order. The first decision that is no denial wins at once; denials are gathered,
 * so that the notice names every principal reason. No rule decides: approved.
 */
function decides(env: Env, name: string): (inputs: Inputs | PreliminaryInputs) => Decision {
  const folder = new URL(name, import.meta.url);
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort();
  const rules = files
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as RuleFile)
    .filter((file) => env !== 'prod' || !file.standIn)
    .flatMap((file) => file.rules);
  const { agencies } = read<{ agencies: Record<string, Omit<Report, 'score'>> }>('./agencies.json');
  const reportOf = ({ agency, score }: NonNullable<RuleFile['rules'][number]['report']>): Report => {
    const known = agencies[agency];
    if (!known) throw new Error(`The agency "${agency}" is not in server/underwriting/agencies.json.`);
    const factors = score.factors.slice(0, mostReasons).map((code) => reasonOf(code).text.toLowerCase());
    return { ...known, score: { ...score, factors: factors.join('; ') } };
  };
  return (told) => {
    let inputs = told;
    const held = rules.filter((rule) => {
      const holds = jsonLogic.apply(rule.when, inputs) === true;
      if (holds) inputs = { ...inputs, ...rule.finds };
      return holds;
    });
    const coveredBorrower = 'coveredBorrower' in inputs && inputs.coveredBorrower;
    const wants = held.flatMap((rule) => (rule.wants ? [rule.wants] : []));
    const decided = held.find((rule) => rule.decision !== undefined);
    if (!decided) return { status: 'SUBMIT_APPROVED', reasons: [], wants, coveredBorrower };
    const { decision: status = 'SUBMIT_DENIED', offers } = decided;
    const why = status === 'SUBMIT_DENIED' ? held : [decided];
    const codes = [...new Set(why.flatMap((rule) => rule.reasons ?? []))].slice(0, mostReasons);
    const report = why.find((rule) => rule.report !== undefined)?.report;
    return {
      status,
      reasons: codes.map(reasonOf),
      wants,
      coveredBorrower,
      ...(report !== undefined && { report: reportOf(report) }),
      ...(offers !== undefined && { offers: Number(jsonLogic.apply(offers, inputs)) }),
    };
  };
}

const read = <T>(file: string): T => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as T;

/** A report as it is kept and told: with the day of the decision, on which the score was made; null without one. */
export function toldOf({ report }: Decision, today: string): ToldReport | null {
  return report === undefined ? null : { ...report, score: { ...report.score, on: today } };
}
/** `on` is `YYYY-MM-DD`. */
export interface ToldReport extends Report {
  readonly score: Report['score'] & { readonly on: string };
}

const { reasons: texts } = read<{ reasons: Readonly<Record<string, string>> }>('./reasons.json');

/** A reason by its code in reasons.json. */
export function reasonOf(code: string): Reason {
  const text = texts[code];
  if (text === undefined) throw new Error(`The reason ${code} is not in server/underwriting/reasons.json.`);
  return { code, text };
}
