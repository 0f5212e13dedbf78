import { useEffect, useState } from 'react';

export type ScriptState = 'loading' | 'there' | 'failed';

/**
 * Loads the provider's program once the button stands that it looks for; undefined: nowhere. It looks once, so each
 * button has it loaded anew.
 */
export function useAcceptUi(providerUrl: string | undefined): ScriptState {
  const [state, setState] = useState<ScriptState>(providerUrl === undefined ? 'failed' : 'loading');
  useEffect(() => {
    if (providerUrl === undefined) return undefined;
    const script = document.createElement('script');
    script.src = `${providerUrl}/v3/AcceptUI.js`;
    script.onload = () => setState('there');
    script.onerror = () => setState('failed');
    document.body.append(script);
    return () => {
      script.onload = null;
      script.onerror = null;
      script.remove();
    };
  }, [providerUrl]);
  return state;
}
