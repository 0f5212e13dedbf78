/**
 * The gallery page: `?left=<step>` with that step left by Continue; `?flow` (default) walks the library's flow,
 * `?widget=<folder>&example=<n>` shows one example of a widget.
 */
import { Profiler, lazy, useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { createStore, documentOf, facts, fillWords, initial } from '../../../runtime/core/index.ts';
import type { CompiledApp, CompiledCompliance } from '../../../runtime/core/app-definition.ts';
import type { CompiledFlow, LayoutItem, Step } from '../../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import type { State, World } from '../../../runtime/core/state.ts';
import type { WidgetDocument, WidgetProps } from '../../../runtime/core/widget-contract.ts';
import { Shell, StepPage, WordsProvider, focusOn } from '../../../runtime/react/index.ts';
import { useOwnWords } from '../../../runtime/react/words.tsx';
import { sampleDocument } from '../../components/sample-document.ts';
import '../../../runtime/react/styles/index.css';

interface Probe {
  /** Commits of React since the page was drawn. */
  commits: number;
  readonly events: unknown[];
  mended: boolean;
  readonly state: () => State;
  readonly change: (world: Partial<World>) => void;
  /** The server's lock refuses something: at an answer, or the page. */
  readonly refuse: (refusal: { readonly path?: string; readonly text: string }) => void;
}
declare global {
  interface Window {
    gallery: Probe;
    /** Set by the server's `/modules/given.js`, which runs first: content is never part of a bundle. */
    readonly given: {
      readonly flow: CompiledFlow;
      readonly app: CompiledApp;
      /** Those of widgets. */
      readonly words: Pick<CompiledApp, 'words'>;
      readonly compliance: CompiledCompliance;
    };
  }
}

const { app, compliance } = window.given;
fillWords(app, window.given.words.words);
const query = new URLSearchParams(location.search);
const flow = query.has('broken') ? withBroken(window.given.flow) : window.given.flow;
const modules = import.meta.glob<{ default: ComponentType<WidgetProps> }>('../../../widgets/*/index.tsx');
const examples = import.meta.glob<{ options: JsonObject; value?: Json }[]>('../../../widgets/*/examples.json', {
  import: 'default',
  eager: true,
});
/** The flow with a widget on its first page that throws what the person typed, until `gallery.mended` is set. */
function withBroken(sound: CompiledFlow): CompiledFlow {
  const about = sound.steps['about'] as Step;
  const broken: LayoutItem = { kind: 'widget', id: 'broken', widget: 'broken', options: {}, events: {} };
  return { ...sound, steps: { ...sound.steps, about: { ...about, layout: [...about.layout, broken] } } };
}
function Broken(): string {
  useSyncExternalStore(store.subscribe, store.getState);
  const { member } = store.getState().answers as { readonly member?: JsonObject };
  if (member?.['name'] !== undefined && !window.gallery.mended)
    throw new Error(`Nothing can be drawn for ${String(member['name'])}`);
  return 'Drawn well';
}
const drawn = new Map<string, ComponentType<WidgetProps>>();
function widgets(name: string): ComponentType<WidgetProps> | undefined {
  if (query.has('broken') && name === 'broken') return Broken;
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
  mended: false,
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
  const words = useOwnWords(name);
  if (!Drawn || !example) throw new Error(`No example ${index} of a widget "${name}".`);
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
          providers={{}}
          documents={sampleDocument}
          words={words}
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

const parts = {
  flow,
  store,
  app,
  widgets,
  documents: (idTag: string) => documents.get(idTag),
  chooseFile: () => undefined,
  thrown: (error: unknown, where: object) =>
    window.gallery.events.push({ thrown: error instanceof Error ? error.name : typeof error, ...where }),
  base: '',
};
const name = query.get('widget');
createRoot(document.getElementById('root') as HTMLElement).render(
  <WordsProvider app={app} brand={world.brand}>
    <Shell
      facts={facts(flow, store.getState())}
      app={app}
      parts={parts}
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
        {name ? <Example name={name} index={Number(query.get('example') ?? 0)} /> : <StepPage parts={parts} />}
      </Profiler>
    </Shell>
  </WordsProvider>,
);
