/**
 * The gallery page: `?left=<step>` with that step left by Continue; `?flow` (default) walks the library's flow,
 * `?widget=<folder>&example=<n>` shows one example of a widget.
 */
import { Profiler, lazy, useState } from 'react';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { createStore, facts, initial } from '../../../runtime/core/index.ts';
import type { CompiledApp, CompiledCompliance } from '../../../runtime/core/app-definition.ts';
import type { CompiledFlow } from '../../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import type { State, World } from '../../../runtime/core/state.ts';
import type { WidgetDocument, WidgetProps } from '../../../runtime/core/widget-contract.ts';
import { Shell, StepPage, documentOf, focusOn } from '../../../runtime/react/index.ts';
import '../../../runtime/react/styles/index.css';

interface Probe {
  /** Commits of React since the page was drawn. */
  commits: number;
  readonly events: unknown[];
  readonly state: () => State;
  readonly change: (world: Partial<World>) => void;
  /** The server's lock refuses something: at an answer, or the page. */
  readonly refuse: (refusal: { readonly path?: string; readonly text: string }) => void;
}
declare global {
  interface Window {
    gallery: Probe;
    /** Set by the server's `/modules/given.js`, which runs first: content is never part of a bundle. */
    readonly given: { readonly flow: CompiledFlow; readonly app: CompiledApp; readonly compliance: CompiledCompliance };
  }
}

const { flow, app, compliance } = window.given;
const query = new URLSearchParams(location.search);
const modules = import.meta.glob<{ default: ComponentType<WidgetProps> }>('../../../widgets/*/index.tsx');
const examples = import.meta.glob<{ options: JsonObject; value?: Json }[]>('../../../widgets/*/examples.json', {
  import: 'default',
  eager: true,
});
const drawn = new Map<string, ComponentType<WidgetProps>>();
function widgets(name: string): ComponentType<WidgetProps> | undefined {
  const load = modules[`../../../widgets/${name}/index.tsx`];
  if (load && !drawn.has(name)) drawn.set(name, lazy(load));
  return drawn.get(name);
}

const hashes = Object.fromEntries(Object.values(compliance.documents).map(({ idTag, hash }) => [idTag, hash]));
const world: World = {
  results: {},
  session: { access: 'public' },
  application: {},
  customer: {},
  brand: { name: 'Reading Room', phoneNumber: '1-800-555-0100' },
  flags: {},
  route: { params: {}, query: {} },
  cookies: {},
  device: {},
  compliance: { states: {}, documents: hashes },
  today: '2026-11-20',
  now: '2026-11-20T15:00:00Z',
};
const store = createStore(flow, initial(flow, world), (effects) => {
  for (const effect of effects) {
    window.gallery.events.push(effect);
    if (effect.type === 'focus') focusOn(effect.on);
  }
});
window.gallery = {
  commits: 0,
  events: [],
  state: store.getState,
  change: (change) => store.dispatch({ type: 'world', change }),
  refuse: (refusal) => store.dispatch({ type: 'refused', ...refusal }),
};
const given = query.get('answers');
store.dispatch({
  type: 'entered',
  answers: given ? (JSON.parse(given) as JsonObject) : {},
  journey: query.has('left') ? { [query.get('left') ?? '']: { by: 'action', action: 'continue' } } : {},
  revision: 0,
  world,
});

const documents = new Map(
  Object.values(compliance.documents).map((document): [string, WidgetDocument] => [
    document.idTag,
    documentOf(document, facts(flow, store.getState())),
  ]),
);

function Example({ name, index }: { readonly name: string; readonly index: number }) {
  const example = examples[`../../../widgets/${name}/examples.json`]?.[index];
  const [value, setValue] = useState(example?.value);
  const Drawn = widgets(name);
  if (!Drawn || !example) throw new Error(`No example ${index} of a widget "${name}".`);
  const document = (idTag: string): WidgetDocument => ({
    idTag,
    title: `About ${idTag.replace('-', ' ')}`,
    version: '1',
    hash: `hash-of-${idTag}`,
    body: Array.from({ length: 30 }, (_, n) => ({
      tag: 'p',
      children: [{ tag: 'text', text: `Paragraph ${n + 1} of what you should know before you agree.` }],
    })),
  });
  return (
    <div className="page">
      <h1>{name}</h1>
      <div className="field">
        <label id="label" htmlFor="the-widget">
          The question
        </label>
        <Drawn
          id="the-widget"
          value={value}
          options={example.options}
          disabled={false}
          invalid={query.has('invalid')}
          describedBy={undefined}
          labelledBy="label"
          documents={document}
          onChange={(next) => {
            window.gallery.events.push({ changed: next ?? null });
            setValue(next);
          }}
          emit={(event, payload) => window.gallery.events.push({ emitted: event, payload })}
        />
      </div>
    </div>
  );
}

const name = query.get('widget');
createRoot(document.getElementById('root') as HTMLElement).render(
  <Shell
    facts={facts(flow, store.getState())}
    app={app}
    href={() => '/'}
    go={() => undefined}
    documents={(idTag) => documents.get(idTag)}
    links={[{ title: 'Privacy', url: '/privacy' }]}
  >
    <Profiler
      id="page"
      onRender={() => {
        window.gallery.commits += 1;
      }}
    >
      {name ? (
        <Example name={name} index={Number(query.get('example') ?? 0)} />
      ) : (
        <StepPage
          flow={flow}
          store={store}
          app={app}
          widgets={widgets}
          documents={(idTag) => documents.get(idTag)}
          base=""
        />
      )}
    </Profiler>
  </Shell>,
);
