import { Suspense, useState } from 'react';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { PageParts } from '../../runtime/react/index.ts';
import { Loading, useOwnWords } from '../../runtime/react/index.ts';
import { sampleDocument } from './sample-document.ts';

interface Example {
  readonly title: string;
  readonly options: JsonObject;
  readonly value?: Json;
}

const examples = import.meta.glob<readonly Example[]>('../../widgets/*/examples.json', {
  import: 'default',
  eager: true,
});

const files = import.meta.glob<{ readonly writes?: string }>('../../widgets/*/widget.json', { eager: true });

/** Which example of each widget a state shows; the first where it is none of these. */
const order = ['first', 'second', 'third', 'fourth'];

/**
 * Every widget as one of its examples shows it, in the frame that a field gives it: two of the same widget would be two
 * parts of the page of one name.
 */
export function WidgetExamples({ state, widgets }: { readonly state: string; readonly widgets: PageParts['widgets'] }) {
  return (
    <div className="page">
      <div className="step">
        <h1>Every widget</h1>
        <div className="fields">
          {Object.entries(examples).map(([path, all]) => {
            const name = path.split('/').at(-2) ?? path;
            const example = all[Math.max(0, order.indexOf(state))];
            return example === undefined ? null : (
              <OneExample key={name} id={name} name={name} example={example} state={state} widgets={widgets} />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function OneExample({
  id,
  name,
  example,
  state,
  widgets,
}: {
  readonly id: string;
  readonly name: string;
  readonly example: Example;
  readonly state: string;
  readonly widgets: PageParts['widgets'];
}) {
  const [value, setValue] = useState(example.value);
  const words = useOwnWords(name);
  const Drawn = widgets(name);
  if (Drawn === undefined) throw new Error(`No widget "${name}".`);
  const isWrong = state === 'wrong';
  const { writes } = files[`../../widgets/${name}/widget.json`] ?? {};
  const labelId = `${id}-label`;
  const labelled =
    writes === undefined || writes === 'object' ? (
      <span className="label" id={labelId}>
        {example.title}
      </span>
    ) : (
      <label id={labelId} htmlFor={id}>
        {example.title}
      </label>
    );
  return (
    <div className="field">
      <h2>{name}</h2>
      {labelled}
      {isWrong ? (
        <p className="error" id={`${id}-error`}>
          Something is missing here
        </p>
      ) : null}
      <Suspense fallback={<Loading label={name} />}>
        <Drawn
          id={id}
          value={value}
          options={example.options}
          disabled={state === 'locked'}
          invalid={isWrong}
          describedBy={isWrong ? `${id}-error` : undefined}
          labelledBy={labelId}
          providers={{}}
          documents={sampleDocument}
          words={words}
          onChange={setValue}
          emit={() => undefined}
        />
      </Suspense>
    </div>
  );
}
