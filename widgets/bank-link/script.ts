import { useEffect, useState } from 'react';

export type ScriptState = 'loading' | 'there' | 'failed';

/** Where react-plaid-link looks for Plaid's program; it loads it unless an element with this address is there. */
const EXPECTED = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';

const loads = new Map<string, Promise<void>>();

function load(url: string): Promise<void> {
  const known = loads.get(url);
  if (known !== undefined) return known;
  const made = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => {
      if (url !== EXPECTED) document.body.append(marker());
      resolve();
    };
    script.onerror = () => {
      script.remove();
      loads.delete(url);
      reject(new Error(`${url} could not be loaded.`));
    };
    document.body.append(script);
  });
  loads.set(url, made);
  return made;
}

/** A block of data, which no browser fetches: it tells react-plaid-link that the program is there already. */
function marker(): HTMLScriptElement {
  const inert = document.createElement('script');
  inert.type = 'text/plain';
  inert.src = EXPECTED;
  return inert;
}

/** Loads Plaid's program from wherever the provider is found; undefined: nowhere. */
export function usePlaidScript(providerUrl: string | undefined): ScriptState {
  const [state, setState] = useState<ScriptState>(providerUrl === undefined ? 'failed' : 'loading');
  useEffect(() => {
    if (providerUrl === undefined) return undefined;
    let gone = false;
    const tell = (next: ScriptState) => () => {
      if (!gone) setState(next);
    };
    load(`${providerUrl}${new URL(EXPECTED).pathname}`).then(tell('there'), tell('failed'));
    return () => {
      gone = true;
    };
  }, [providerUrl]);
  return state;
}
