/**
 * Fingerprint's JavaScript agent, version 4 (https://docs.fingerprint.com/reference/js-agent-v4): its program is a
 * module at `/v4/<public API key>`, which starts an agent, which says by which id it knows the visitor.
 */
import type { FingerprintProvider } from '../../../../contract/boot.ts';

interface Agent {
  readonly get: () => Promise<{ readonly visitor_id: string; readonly event_id: string }>;
}
interface Program {
  readonly start: () => Agent;
}

/** The id of the visitor: it stays the same on this device, on every visit. */
export async function identify({ url, key }: FingerprintProvider): Promise<string> {
  const { start } = (await import(/* @vite-ignore */ `${url}/v4/${encodeURIComponent(key)}`)) as Program;
  const { visitor_id: visitor } = await start().get();
  return visitor;
}
