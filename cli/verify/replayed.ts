/** Counterexamples played again on the running server before they are shown. */
import { readFixture } from '../../verifier/fixture/fixture.ts';
import type { Replay } from '../../verifier/prove/counterexample.ts';
import type { Finding } from '../../verifier/prove/prove-all.ts';
import type { Command } from '../command.ts';

/**
 * The findings; each counterexample that the engine played again is played by the server too, which is started for it
 * with the same content. `--core` leaves that out.
 */
export async function replayed(command: Command, findings: readonly Finding[]): Promise<readonly Finding[]> {
  const chosen = findings.filter(({ replays = [] }) => replays.some((one) => 'same' in one && one.same));
  if (chosen.length === 0 || 'core' in command.options) return findings;
  // Loaded when asked for: it brings the whole server.
  const { replay } = await import('../../tests/harness/replay.ts');
  const fixtures = chosen.map(({ counterexample }) =>
    readFixture('counterexample.json', JSON.stringify(counterexample)),
  );
  const played = await replay(command.content, fixtures);
  const by = new Map(chosen.map((finding, index) => [finding, played[index]] as const));
  return findings.map((finding) => {
    const came = by.get(finding);
    if (!came) return finding;
    const [core] = finding.replays ?? [];
    const expected = core && 'failures' in core ? core.failures : [];
    const server: Replay =
      'unplayed' in came
        ? { by: 'server', ...came }
        : { by: 'server', same: expected.every((one) => came.failures.includes(one)), ...came };
    return { ...finding, replays: [...(finding.replays ?? []), server] };
  });
}
