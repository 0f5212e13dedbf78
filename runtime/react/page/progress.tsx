import { useMemo } from 'react';
import { progress } from '../../core/index.ts';
import { useSay } from '../words.tsx';
import { useSelected, useSession, useStep } from './session.tsx';

/** Where one is: the stages by name where there is room, `Step N of M` where there is not. */
export function Progress() {
  const { flow, store } = useSession();
  const step = useStep();
  const say = useSay();
  const world = useSelected((state) => state.world);
  const { stages, current, total, page } = useMemo(
    // Progress hangs on the page shown and on the world; a keystroke on the page does not move it.
    () => progress(flow, { ...store.getState(), world, page: { ...store.getState().page, step: step.id } }),
    [flow, store, step, world],
  );
  const isStaged = step.stage !== undefined && total >= 2;
  if (!isStaged)
    return page ? (
      <div className="progress">
        <PageOfStep {...page} />
      </div>
    ) : null;
  return (
    <nav className="progress" aria-label={say('progress.name')}>
      <p className="progress-now">
        <strong>{stages[current - 1]?.title}</strong>
        <span className="progress-short">{say('progress.step', { number: current, total })}</span>
      </p>
      <ol className="progress-stages">
        {stages.map(({ id, title, state }) => (
          <li key={id} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className="progress-words">
              {title}
              <span className="quiet-words"> {say(`progress.${state}`)}</span>
            </span>
          </li>
        ))}
      </ol>
      {page ? <PageOfStep {...page} /> : null}
    </nav>
  );
}

/** The step and which of its pages this is: the same at every width. */
function PageOfStep({ title, number, total }: NonNullable<ReturnType<typeof progress>['page']>) {
  const say = useSay();
  return (
    <p className="progress-page">
      {title === '' ? null : <span className="progress-of">{title}</span>}
      <span>{say('progress.page', { number, total })}</span>
    </p>
  );
}
