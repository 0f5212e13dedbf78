export interface NeutralField {
  readonly key: string;
  readonly label: string;
  readonly kind: 'text' | 'select' | 'number' | 'checkbox';
  readonly required: true;
  readonly pattern?: string;
  readonly min?: number;
  readonly max?: number;
  readonly options?: readonly string[];
  readonly visibleWhen?: { readonly key: string; readonly equals: string };
}
export interface NeutralStep {
  readonly key: string;
  readonly title: string;
  readonly fields: readonly NeutralField[];
}
export function fields(n: number, prefix?: string): readonly NeutralField[];
export function journey(steps?: number, per?: number): readonly NeutralStep[];
export function answers(fields: readonly NeutralField[]): Readonly<Record<string, string | number | boolean>>;
