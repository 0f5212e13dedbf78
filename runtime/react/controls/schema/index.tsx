import { Suspense, lazy } from 'react';
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

/** A list or a group of values, drawn by rjsf from the field's JSON Schema. */
export const control: Control = {
  Draw: FromSchema,
  quiet: false,
  frame: 'group',
};
