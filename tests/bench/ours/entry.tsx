import '../peers/src/common/t0.js';
import '../../../runtime/react/styles/index.css';
import { createRoot } from 'react-dom/client';
import { run } from '../peers/src/common/hooks.js';
import { createStore, fill, initial, missing } from '../../../runtime/core/index.ts';
import type { CompiledApp } from '../../../runtime/core/app-definition.ts';
import type { CompiledFlow, FlowPiece } from '../../../runtime/core/definition.ts';
import type { JsonObject } from '../../../runtime/core/facts.ts';
import { StepPage, focusOn } from '../../../runtime/react/index.ts';
import { world } from '../world.ts';

/** The same page as the product's, over the bench's compiled flows: one more entry of the bench. */
const compiled = import.meta.glob<{ default: CompiledFlow }>('./dist/{form-*,journey}.js');
const pieces = import.meta.glob<{ default: FlowPiece }>('./dist/piece-*.js');
const apps = import.meta.glob<{ default: CompiledApp }>('./dist/app.js');

async function load(name: string): Promise<{ flow: CompiledFlow; app: CompiledApp }> {
  const [flow, app] = await Promise.all([compiled[`./dist/${name}.js`]?.(), apps['./dist/app.js']?.()]);
  if (!flow || !app)
    throw new Error(`The bench has no compiled flow "${name}": run node tests/bench/ours/compile.ts and build again.`);
  await Promise.all(
    missing(flow.default).map(async (hash) => {
      const piece = await pieces[`./dist/piece-${hash}.js`]?.();
      if (!piece) throw new Error(`The bench lacks the piece ${hash} of "${name}": compile and build it again.`);
      fill(flow.default, piece.default);
    }),
  );
  return { flow: flow.default, app: app.default };
}

function mount(root: HTMLElement, { flow, app }: { flow: CompiledFlow; app: CompiledApp }, answers: JsonObject): void {
  const store = createStore(flow, initial(flow, world), (effects) => {
    for (const effect of effects) if (effect.type === 'focus') focusOn(effect.on);
  });
  store.dispatch({ type: 'entered', answers, journey: {}, revision: 0, world });
  createRoot(root).render(
    <StepPage
      parts={{
        flow,
        store,
        app,
        widgets: () => undefined,
        documents: () => undefined,
        chooseFile: () => undefined,
        thrown: () => undefined,
        base: '',
      }}
    />,
  );
}

const press = () => document.querySelector<HTMLButtonElement>('.actions button')?.click();
run('ours', {
  form: { prepare: () => undefined, load: (n) => load(`form-${n}`), mount: (root, _, extra) => mount(root, extra, {}) },
  steps: {
    prepare: () => undefined,
    load: () => load('journey'),
    mount: (...[root, , extra, { data }]) => mount(root, extra, { measured: data }),
  },
  field: (key) => document.getElementById(`field-${key}`),
  submit: press,
  next: press,
  errorCount: () => document.querySelectorAll('.field > .error').length,
});
