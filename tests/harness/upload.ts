/** A content is posted, where there is no browser that tells how far it is. */
import type { Ports } from './gateway.ts';

/** The port of the gateway by which files are sent, over this `fetch`. */
export function uploadBy(send: typeof fetch): Ports['upload'] {
  return ({ url, headers, content, progress }) => {
    const control = new AbortController();
    const answer = async (): Promise<Awaited<ReturnType<Ports['upload']>['answer']>> => {
      try {
        const response = await send(url, { method: 'POST', headers, body: content, signal: control.signal });
        progress(content.size);
        return { kind: 'http', status: response.status, body: await response.json() };
      } catch (error) {
        if (control.signal.aborted || error instanceof TypeError) return { kind: 'lost' };
        throw error;
      }
    };
    return { answer: answer(), stop: () => control.abort() };
  };
}
