/** A note to whoever comes back to an application that went on in a later version while they were away. */
import { text, type Say } from '../core/index.ts';
import type { OpenFlow } from './open-flow.ts';
import type { StoredApplication } from './world.ts';

/**
 * @returns shows the note on the page that stands, with the titles of the pages that are asked again; once for each
 * application
 */
export function createMovedNote(say: Say): (journey: OpenFlow, stored: StoredApplication | undefined) => void {
  const told = new Set<string>();
  return (journey, stored) => {
    if (stored?.askedAgain === undefined || told.has(stored.id)) return;
    told.add(stored.id);
    const { flow, store } = journey;
    const { askedAgain } = stored;
    const order = [...new Set([...flow.line, ...Object.keys(flow.steps)])].filter((id) => askedAgain.includes(id));
    const titles = order.flatMap((id) => {
      const step = flow.steps[id];
      return step?.kind === 'form' ? [text(step.title, { ...store.getState().world, answers: {}, typed: {} })] : [];
    });
    const pages = [...new Set(titles)].join(', ');
    const words = pages === '' ? say('moved.kept') : say('moved.again', { pages });
    journey.dispatch({ type: 'told', notice: { text: words, tone: 'success' } });
  };
}
