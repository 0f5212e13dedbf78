import type { NeutralField, NeutralStep } from './definition.js';

interface Side<Native, Extra> {
  readonly prepare: (
    source: readonly NeutralField[] & readonly NeutralStep[],
    answers: Readonly<Record<string, string | number | boolean>>,
  ) => Native;
  readonly load?: (n: number) => Promise<Extra>;
  readonly mount: (
    root: HTMLElement,
    native: Native,
    extra: Extra,
    about: { readonly live: boolean; readonly data: Readonly<Record<string, string | number | boolean>> },
  ) => void;
}
export function run<Native, Extra>(
  name: string,
  entry: {
    readonly form: Side<Native, Extra>;
    readonly steps: Side<Native, Extra>;
    readonly field: (key: string) => HTMLElement | null;
    readonly submit: () => void;
    readonly next: () => void;
    readonly errorCount: () => number;
    readonly settleMs?: number;
  },
): void;
