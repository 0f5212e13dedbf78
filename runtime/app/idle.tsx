/**
 * Idle policy: a prompt with a countdown, then the first of the app's exits that holds. When and where is data
 * (`CompiledApp.idle`).
 */
import { useEffect, useRef, useState } from 'react';
import type { CompiledApp } from '../core/app-definition.ts';
import type { Ports, Runtime } from '../gateway/index.ts';
import { Dialog, useSay } from '../react/index.ts';

const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Draws nothing until the signed-in person has been idle for the time the app sets, in seconds. */
export function IdleGuard({
  runtime,
  app,
  ports: { now, timers },
}: {
  readonly runtime: Runtime;
  readonly app: CompiledApp;
  readonly ports: Pick<Ports, 'now' | 'timers'>;
}) {
  const lastSeen = useRef(now());
  const [left, setLeft] = useState<number | undefined>(undefined);
  const say = useSay();
  const prompted = left !== undefined;

  useEffect(() => {
    const seen = (): void => {
      if (!prompted) lastSeen.current = now();
    };
    for (const sign of signsOfLife) window.addEventListener(sign, seen, { passive: true });
    const tick = (): void => {
      cancel = timers.after(1000, tick);
      const facts = runtime.facts();
      const afterSeconds = app.idle.afterSeconds.of(facts);
      const countdown = app.idle.countdownSeconds.of(facts);
      if (runtime.person() === undefined || typeof afterSeconds !== 'number' || typeof countdown !== 'number')
        return setLeft(undefined);
      const idle = (now() - lastSeen.current) / 1000;
      if (idle < afterSeconds) return setLeft(undefined);
      const seconds = Math.ceil(afterSeconds + countdown - idle);
      if (seconds > 0) return setLeft(seconds);
      setLeft(undefined);
      lastSeen.current = now();
      void runtime.endIdle();
    };
    let cancel = timers.after(1000, tick);
    return () => {
      cancel();
      for (const sign of signsOfLife) window.removeEventListener(sign, seen);
    };
  }, [runtime, app, now, timers, prompted]);

  if (left === undefined) return null;
  const stay = (): void => {
    lastSeen.current = now();
    setLeft(undefined);
  };
  const end = (): void => {
    setLeft(undefined);
    void runtime.endIdle();
  };
  return (
    <Dialog title={say('idle.title')} onClose={stay} urgent>
      <p role="timer">{left === 1 ? say('idle.leftOne') : say('idle.left', { seconds: left })}</p>
      <p>
        <button type="button" className="button button-primary" onClick={stay}>
          {say('idle.stay')}
        </button>{' '}
        <button type="button" className="button button-secondary" onClick={end}>
          {say('idle.end')}
        </button>
      </p>
    </Dialog>
  );
}
