/** What a page hears over its channels, and what it says of them. */
import type { Event } from './events.ts';
import { text } from './express.ts';
import { go, leadOn } from './leave.ts';
import { pageFacts } from './page.ts';
import { own } from './paths.ts';
import { change, changePage, stepHere, type Turn } from './turn.ts';

type Heard = Extract<Event, { type: 'heard' }>;
type OfChannel = Extract<Event, { type: 'channel' }>;

/**
 * A message came: it is the result of whoever names it, the draft is at the status that it tells, then it leads where
 * the first listener for its event says.
 */
export function hear(turn: Turn, { channel, event, payload }: Heard): void {
  const listens = stepHere(turn).listen.filter((listen) => listen.channel === channel);
  const names = payload ? listens.flatMap(({ as }) => as ?? []) : [];
  if (names.length > 0) {
    const { world, keeps } = turn.state;
    const of = <T>(value: T) => Object.fromEntries(names.map((name) => [name, value]));
    change(turn, {
      world: { ...world, results: { ...world.results, ...of(payload ?? null) } },
      keeps: { ...keeps, ...of('screen' as const) },
    });
  }
  if (listens.some(({ ofDraft }) => ofDraft)) {
    const { world } = turn.state;
    change(turn, { world: { ...world, draft: { ...world.draft, status: event } } });
  }
  const target = listens.map(({ on }) => own(on, event)).find((one) => one);
  if (target)
    go(turn, target, {
      transition: { by: 'event', channel, event },
      facts: pageFacts(turn.state, payload ? { payload } : {}),
      person: false,
    });
}

/** A connection was lost, is there again, or has nothing more to tell: the page says so, and leads nowhere. */
export function connected(turn: Turn, { channel, is }: OfChannel): void {
  for (const { channel: name, onError, onEnd } of stepHere(turn).listen) {
    if (name !== channel) continue;
    if (is === 'found') {
      const { notice, ...page } = turn.state.page;
      const said = onError?.message === undefined ? undefined : text(onError.message, pageFacts(turn.state));
      if (notice !== undefined && notice.text === said) turn.state = { ...turn.state, page };
      continue;
    }
    const target = is === 'lost' ? onError : onEnd;
    if (target?.message === undefined) continue;
    changePage(turn, { notice: { text: text(target.message, pageFacts(turn.state)), tone: target.tone ?? 'error' } });
    leadOn(turn);
  }
}
