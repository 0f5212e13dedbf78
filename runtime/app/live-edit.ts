/**
 * `npm run dev` alone: the page takes an edit of the content over while it stands. The same place and answers, typed
 * text and cursor included, under the new version. What is wrong with an edit stands on the page, which goes on as it
 * was.
 */
import type { Boot } from '../../contract/boot.ts';
import { headerNames } from '../../contract/headers.ts';
import { headOf, isSealed, isStored, same, sessionResults, stepPath } from '../core/index.ts';
import { filtered, leaves } from '../core/paths.ts';
import { loadBoot } from '../gateway/index.ts';
import type { Identity } from '../gateway/identity.ts';
import type { OpenFlow, Ports, Runtime } from '../gateway/index.ts';

interface Standing {
  readonly boot: Boot;
  readonly runtime: Runtime;
  readonly identity: Pick<Identity, 'person'>;
}
interface Live<S extends Standing> {
  readonly ports: Ports;
  standing(): S | undefined;
  make(boot: Boot): Promise<S>;
  /** The page is drawn from this one from now on. */
  take(next: S): void;
}
interface Told {
  readonly problems: readonly { readonly at: string; readonly message: string; readonly fix: string }[];
}
interface Hot {
  on(event: string, call: (told: Told) => void): void;
}

const BEGAN_ANEW = 'The content has changed: your application was begun anew, with the answers it had.';

export function followContent<S extends Standing>(hot: Hot, live: Live<S>): void {
  let last: Promise<void> = Promise.resolve();
  hot.on('waymark:content', ({ problems }) => {
    // One after the other, however fast the edits come.
    last = last.then(async () => {
      if (problems.length > 0)
        return tell(
          'alert',
          problems.map(({ at, message, fix }) => `${at}: ${message} ${fix}`),
        );
      const what = await takeOver(live);
      // One edit may be told twice, as where a file was written in two goes: what the first brought about stays told.
      if (what === 'nothing') withdraw('alert');
      else tell('status', what === 'application' ? [BEGAN_ANEW] : []);
    });
    last.catch((error: unknown) => {
      last = Promise.resolve();
      tell('alert', [`The edit could not be shown: ${error instanceof Error ? error.message : String(error)}`]);
    });
  });
}

/** What is new: the application that was open has been begun anew; the content alone; or nothing at all. */
async function takeOver<S extends Standing>({
  ports,
  standing,
  make,
  take,
}: Live<S>): Promise<'application' | 'content' | 'nothing'> {
  const before = standing();
  if (before === undefined) return 'nothing';
  const boot = await loadBoot(ports, before.boot.brand);
  const theme = document.querySelector<HTMLLinkElement>('link[href*="theme.css"]');
  if (theme !== null) theme.href = `${theme.href.replace(/\?.*$/, '')}?${boot.app}`;
  const left = before.runtime.journey();
  const person = await before.identity.person();
  const kept = left !== undefined && isStored(left.flow.saves) && person !== undefined;
  const isNew = left !== undefined && boot.flows[left.flow.id]?.hash !== left.flow.hash;
  if (kept && isNew) {
    await left.queue.allSaved();
    const ended = await ports.fetch(`${ports.origin}/dev/begin-anew`, {
      method: 'POST',
      headers: { [headerNames.idToken]: person.token, [headerNames.brand]: boot.brand },
    });
    if (!ended.ok) throw new Error(`the application could not be begun anew (${ended.status})`);
  }
  const state = left?.store.getState();
  left?.hide();
  left?.stop();
  const next = await make({
    ...boot,
    ...(before.boot.origins && { origins: before.boot.origins, providers: before.boot.providers ?? {} }),
  });
  await next.runtime.visit();
  const now = next.runtime.journey();
  if (left !== undefined && state !== undefined && now?.flow.id === left.flow.id) goOn(now, state, kept && isNew);
  take(next);
  if (kept && isNew) return 'application';
  return same(hashes(before.boot), hashes(boot)) ? 'nothing' : 'content';
}

/** What says of a boot whether the content is another. */
const hashes = ({ app, flows }: Boot): readonly string[] => [app, ...Object.values(flows).map(({ hash }) => hash)];

/** The same place with the same answers, as far as the new version has them. */
function goOn(now: OpenFlow, before: ReturnType<OpenFlow['store']['getState']>, anew: boolean): void {
  const { answers, journey, page, start } = before;
  const { world } = now.store.getState();
  const steps = filtered(journey, (step) => headOf(now.flow, step) !== undefined);
  if (anew) {
    const changes = leaves(answers).filter(([, value]) => !isSealed(value));
    now.queue.push({ changes: Object.fromEntries(changes), journey: steps });
  }
  now.dispatch({
    type: 'entered',
    answers,
    journey: steps,
    revision: 0,
    world,
    session: sessionResults(before),
    ...(start !== undefined && { start }),
    ...(headOf(now.flow, page.step) !== undefined && { path: stepPath(now.flow, page.step) }),
  });
  // What is no answer yet, or never kept: a password, half a date.
  const { page: shown } = now.store.getState();
  if (shown.step === page.step)
    for (const [field, { value }] of Object.entries(page.fields))
      if (value !== undefined && shown.fields[field] !== undefined && !same(shown.fields[field].value, value))
        now.dispatch({ type: 'answered', field, value });
}

/** Takes away what was said in this role. */
const withdraw = (role: 'alert' | 'status'): void => document.querySelector(`[data-live-edit="${role}"]`)?.remove();

/** Says something to whoever writes the content, over the page and outside of it; nothing takes it away. */
function tell(role: 'alert' | 'status', lines: readonly string[]): void {
  document.querySelector('[data-live-edit]')?.remove();
  if (lines.length === 0) return;
  const box = document.createElement('div');
  box.setAttribute('role', role);
  box.dataset['liveEdit'] = role;
  Object.assign(box.style, {
    position: 'fixed',
    insetInline: '0',
    bottom: '0',
    padding: '0.75rem 1rem',
    maxHeight: '40vh',
    overflow: 'auto',
    color: '#fff',
    background: role === 'alert' ? '#8a1c1c' : '#1d4f2b',
    font: '0.875rem/1.5 ui-monospace, monospace',
  });
  for (const line of lines) {
    const row = document.createElement('p');
    row.textContent = line;
    row.style.margin = '0';
    box.append(row);
  }
  document.body.append(box);
}
