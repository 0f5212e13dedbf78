import { useMemo } from 'react';
import { controlId, partId } from '../blocks/frame.tsx';
import { useErrorsAsked } from './focus.tsx';
import { useSession, useStep } from './session.tsx';
import { useSay } from '../words.tsx';

export interface Wrong {
  readonly field: string;
  readonly message: string;
}

/**
 * The messages of the page as they stood when Continue was last pressed on it, in the order of the page; of a list that
 * the person makes, those of each item. The list does
 * not shrink while somebody types: the page would jump below their hands; each field's own message is live.
 */
export function useErrors(): readonly Wrong[] {
  const { store } = useSession();
  const step = useStep();
  const count = useErrorsAsked();
  return useMemo(() => {
    const { page } = store.getState();
    if (count === 0 || page.step !== step.id || !page.asked) return [];
    return step.fieldOrder.flatMap((field): Wrong[] => {
      const view = page.fields[field];
      if (!view?.visible || !view.message) return [];
      const inItems = (view.items ?? []).flatMap(({ id, title, fields }) =>
        fields.flatMap((part): Wrong[] =>
          part.message ? [{ field: partId(field, id, part.id), message: `${title}: ${part.message}` }] : [],
        ),
      );
      return inItems.length > 0 ? inItems : [{ field, message: view.message }];
    });
  }, [store, step, count]);
}

/** The GOV.UK pattern: named, linked to each field, focused when it appears. */
export function ErrorSummary({ errors }: { readonly errors: readonly Wrong[] }) {
  const say = useSay();
  if (errors.length === 0) return null;
  return (
    <div className="error-summary" data-focus="errors" tabIndex={-1} role="alert" aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">{say('page.wrong')}</h2>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a
              href={`#${controlId(field)}`}
              onClick={(event) => {
                event.preventDefault();
                toField(field);
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Focuses a field with its label in sight: of a group its first control. */
function toField(field: string): void {
  const control = document.getElementById(controlId(field));
  const wrong = control?.querySelector<HTMLElement>('[aria-invalid=true]');
  const target =
    wrong ??
    (control?.matches('input, select, textarea, button, [tabindex]')
      ? control
      : control?.querySelector<HTMLElement>('input, select, textarea, button, [tabindex]'));
  target?.closest('.field')?.scrollIntoView({ block: 'start' });
  target?.focus({ preventScroll: true });
}
