import { Suspense, lazy } from 'react';
import type { Json, JsonObject } from '../../../core/facts.ts';
import type { Say } from '../../../core/index.ts';
import type { Control, ControlProps } from '../contract.ts';
import { LoadingHint } from '../loading.tsx';

/** rjsf weighs more than all of this runtime: only a page that asks a list or a group of values loads it. */
const SchemaForm = lazy(() => import('./form.tsx'));

function FromSchema(props: ControlProps) {
  return (
    <Suspense fallback={<LoadingHint />}>
      <SchemaForm {...props} />
    </Suspense>
  );
}

function spell(value: Json, say: Say): string {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => spell(one, say)).join('; ');
  if (typeof value === 'object' && value !== null)
    return Object.values(value as JsonObject)
      .map((one) => spell(one, say))
      .join(', ');
  return typeof value === 'boolean' ? say(value ? 'answer.yes' : 'answer.no') : String(value ?? '');
}

/** A list or a group of values, drawn by rjsf from the field's JSON Schema. */
export const control: Control = {
  Draw: FromSchema,
  quiet: false,
  frame: 'group',
  say: (value, { say }) => spell(value, say),
};
