/**
 * What tells this device from others without asking it to keep anything; it goes into calls that supply it, and is no
 * fact. Brought by the first call that needs it: most pages never do.
 */
import type { FingerprintProvider } from '../../contract/boot.ts';
import type { Ports, Reporter } from '../gateway/index.ts';

type Timers = Ports['timers'];

type Provider = { readonly identify: (provider: FingerprintProvider) => Promise<string> };

/** Providers by the names of their folders; no list is kept by hand. */
const providers = import.meta.glob<Provider>('./fingerprints/*/index.ts');
/** For so long a provider is waited for, in milliseconds: one that does not answer keeps nobody from logging in. */
const PATIENCE_MS = 5000;

/** What a provider says of this device: a document asks once, and waits once for one that does not answer. */
let asked: Promise<string | undefined> | undefined;

/**
 * The id that the provider knows the device by. Where none is configured, or the browser does not reach it (many block
 * such programs), the stand-in: the same on every visit until the browser changes; it says what it is.
 */
export async function fingerprintOf(
  provider: FingerprintProvider | undefined,
  { timers }: Pick<Ports, 'timers'>,
  reporter: Pick<Reporter, 'report'>,
): Promise<string> {
  if (provider === undefined) return standIn(window);
  asked ??= within(timers, identified(provider)).then((known) => {
    if (known === undefined) reporter.report({ kind: 'error', name: 'fingerprint.failed', code: provider.name });
    return known;
  });
  return (await asked) ?? standIn(window);
}

async function identified(provider: FingerprintProvider): Promise<string | undefined> {
  const load = providers[`./fingerprints/${provider.name}/index.ts`];
  if (load === undefined) throw new Error(`runtime/app/fingerprints/${provider.name}/ has no index.ts.`);
  // A provider that is blocked, refuses its key or cannot be loaded: the stand-in takes its place, and a report says
  // so.
  return load()
    .then(({ identify }) => identify(provider))
    .catch(() => undefined);
}

function within<T>(timers: Timers, asking: Promise<T | undefined>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(PATIENCE_MS, () => resolve(undefined));
    asking.then(resolve, reject).finally(cancel);
  });
}

function standIn(page: Window): string {
  const { userAgent, language, hardwareConcurrency, maxTouchPoints } = page.navigator;
  const { width, height, colorDepth } = page.screen;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const traits = [userAgent, language, hardwareConcurrency, maxTouchPoints, width, height, colorDepth, zone];
  return `stand-in.${page.btoa(encodeURIComponent(JSON.stringify(traits)))}`;
}
