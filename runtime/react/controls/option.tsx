import type { ControlProps } from './contract.ts';

type Choice = NonNullable<ControlProps['view']['choices']>[number];

/** One choice of several that are all in sight: a button or box with its label and hint. */
export function Option({
  kind,
  choice,
  index,
  on,
  choose,
  props: { field, id, describedBy, invalid },
}: {
  readonly kind: 'radio' | 'checkbox';
  readonly choice: Choice;
  /** The first has the field's id, so that its label and the error summary lead to it. */
  readonly index: number;
  readonly on: boolean;
  readonly choose: (on: boolean) => void;
  readonly props: Pick<ControlProps, 'field' | 'id' | 'describedBy' | 'invalid'>;
}) {
  const own = index === 0 ? id : `${id}-${index}`;
  const hint = choice.hint ? `${own}-about` : undefined;
  return (
    <div className="option" data-chosen={on || undefined}>
      <input
        type={kind}
        id={own}
        name={field.id}
        value={String(choice.value)}
        checked={on}
        aria-invalid={invalid || undefined}
        aria-describedby={[index === 0 ? describedBy : undefined, hint].filter(Boolean).join(' ') || undefined}
        onChange={(event) => choose(event.target.checked)}
      />
      <label htmlFor={own}>{choice.label}</label>
      {choice.hint ? (
        <p id={hint} className="option-hint">
          {choice.hint}
        </p>
      ) : null}
    </div>
  );
}
