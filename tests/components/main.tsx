/**
 * The page of `/dev/components/<brand>/<page>/<state>`: the controls, the blocks or the widgets of their examples, as
 * they stand in that state; without a page, which there are. It draws what the product draws, from a store of the
 * engine without a server behind it.
 */
import { createRoot } from 'react-dom/client';
import { createStore, facts, fill, fillWords, initial } from '../../runtime/core/index.ts';
import type { Event } from '../../runtime/core/events.ts';
import type { CompiledFlow, FlowPiece } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { World } from '../../runtime/core/state.ts';
import { createDefinitions } from '../../runtime/gateway/index.ts';
import type { PageParts } from '../../runtime/react/index.ts';
import { Shell, StepPage, WordsProvider } from '../../runtime/react/index.ts';
import '../../runtime/react/styles/index.css';
import { styled } from '../../runtime/app/styled.ts';
import { createWidgets } from '../../runtime/app/widgets.ts';
import { componentPages } from './pages.ts';
import { sampleDocument } from './sample-document.ts';
import { WidgetExamples } from './widget-examples.tsx';

/** What `server/dev/components.ts` writes into the page: whose look it has. */
interface Look {
  readonly facts: JsonObject;
  /** Hash of the brand's app. */
  readonly app: string;
}

/** What `compile.ts` makes of the examples. */
interface Given {
  readonly flow: CompiledFlow;
  readonly pieces: readonly FlowPiece[];
  readonly filled: JsonObject;
  readonly wrong: JsonObject;
  readonly blocks: JsonObject;
}

const compiled = import.meta.glob<Given>('./dist/given.js', { import: 'default' });

/** How a state is come to. */
interface Way {
  readonly step?: string;
  /** Steps behind the person, answered. */
  readonly left?: readonly string[];
  readonly answers?: JsonObject;
  readonly world?: Partial<World>;
  readonly does?: readonly Event[];
}

const onward: Event = { type: 'pressed', action: 'continue' };
const answered: Event = { type: 'answered', field: 'card', value: '1201' };

function wayTo(at: string, { filled, wrong, blocks: answers }: Given): Way {
  const asked = { blocks: answers };
  const blocks = { blocks: { ...answers, rules: true } };
  const ways: Readonly<Record<string, Way>> = {
    'controls/filled': { answers: { controls: filled } },
    'controls/wrong': { answers: { controls: { ...filled, ...wrong } }, does: [onward] },
    'controls/missing': { does: [onward] },
    'controls/locked': { answers: { controls: filled }, world: { application: { status: 'SENT' } } },
    'controls/read-only': { step: 'read-only', left: ['controls'], answers: { controls: filled } },
    'controls/long': { step: 'controls-long' },
    'blocks/wrong': { answers: asked, does: [onward] },
    'blocks/busy': { answers: blocks, does: [onward] },
    'blocks/saving': { answers: blocks, does: [answered] },
    'blocks/offline': {
      answers: blocks,
      does: [answered, { type: 'saveFailed', code: 'offline', kept: true }],
    },
    'blocks/refused': {
      answers: blocks,
      does: [{ type: 'refused', text: 'Someone else has changed this. Look at it again.' }],
    },
    'blocks/told': {
      answers: blocks,
      does: [{ type: 'told', notice: { text: 'Your card is on its way.', tone: 'success' } }],
    },
    'blocks/dialog': { answers: blocks, does: [{ type: 'pressed', action: 'sure' }] },
  };
  return ways[at] ?? { answers: at.startsWith('blocks/') ? asked : {} };
}

/** The flow with the pages of the state alone. */
function cut(flow: CompiledFlow, page: string, { step = page, left = [] }: Way): CompiledFlow {
  return { ...flow, line: [...left, step, 'done'] };
}

/** Where a person who has not said which page is told of all of them. */
function Index() {
  return (
    <div className="page">
      <div className="step">
        <h1>Components</h1>
        <div className="fields">
          {Object.entries(componentPages).map(([page, states]) => (
            <section key={page}>
              <h2>{page}</h2>
              <ul>
                {states.map((state) => (
                  <li key={state}>
                    <a href={`${page}/${state}`}>{`${page}, ${state}`}</a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

async function draw(look: Look, root: HTMLElement): Promise<void> {
  const [page = '', state = ''] = window.location.pathname.split('/').slice(4);
  const definitions = createDefinitions(
    (url) => import(/* @vite-ignore */ url) as Promise<{ readonly default: unknown }>,
  );
  const [app, given] = await Promise.all([definitions.app(look.app), compiled['./dist/given.js']?.()]);
  if (given === undefined) throw new Error('The examples are not compiled: run node tests/components/compile.ts.');
  for (const piece of given.pieces) fill(given.flow, piece);
  const way = wayTo(`${page}/${state}`, given);
  const isOfFlow = page === 'controls' || page === 'blocks';
  const flow = cut(given.flow, isOfFlow ? page : 'blocks', way);
  const world: World = {
    results: {},
    session: { access: 'public' },
    application: {},
    customer: {},
    brand: look.facts,
    flags: {},
    route: { params: {}, query: {} },
    cookies: {},
    device: {},
    compliance: { states: {}, documents: { 'house-rules': sampleDocument('house-rules').hash } },
    today: '2026-11-20',
    now: '2026-11-20T15:00:00Z',
    ...way.world,
  };
  const store = createStore(flow, initial(flow, world), () => undefined);
  const journey = Object.fromEntries(
    (way.left ?? []).map((step) => [step, { by: 'action', action: 'continue' } as const]),
  );
  store.dispatch({ type: 'entered', answers: way.answers ?? {}, journey, revision: 0, world });
  for (const event of way.does ?? []) store.dispatch(event);
  document.documentElement.dir = state === 'right-to-left' ? 'rtl' : 'ltr';
  const widgets = createWidgets(async () => {
    for (const piece of app.pieces ?? []) fillWords(app, await definitions.words(piece));
  });
  const parts: PageParts = {
    flow,
    store,
    app,
    widgets,
    documents: sampleDocument,
    chooseFile: () => undefined,
    thrown: (error) => {
      throw error;
    },
    base: '',
  };
  createRoot(root).render(
    <WordsProvider app={app} brand={look.facts}>
      <Shell facts={facts(flow, store.getState())} app={app} parts={parts} href={() => '/'} go={() => undefined}>
        {isOfFlow ? (
          <StepPage parts={parts} />
        ) : page === 'widgets' ? (
          <WidgetExamples state={state} widgets={widgets} />
        ) : (
          <Index />
        )}
      </Shell>
    </WordsProvider>,
  );
}

const [boot, root] = [document.getElementById('boot'), document.getElementById('root')];
if (boot === null || root === null) throw new Error('This page comes from /dev/components of the local server.');
await styled(document);
await draw(JSON.parse(boot.textContent) as Look, root);
