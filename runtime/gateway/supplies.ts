/** Puts secrets into what is sent: the only place where they meet an input. */
import { secrets, type SecretSource, type Supplies } from '../../contract/secrets.ts';
import type { Json, JsonObject } from '../core/facts.ts';
import type { Identity } from './identity.ts';
import type { Page } from './page.ts';

export interface Supplier {
  /** The values of the inputs, by name; undefined where one of the sources has nothing. */
  all(supplies: Supplies): Promise<JsonObject | undefined>;
  /** The values of those whose source has something. A source that is none of the known is a bug of the definition. */
  some(supplies: Readonly<Record<string, string>>): Promise<JsonObject>;
}

export function createSupplier({
  identity,
  page,
  handed = () => undefined,
}: {
  readonly identity: Pick<Identity, 'person'>;
  readonly page: Pick<Page, 'fingerprint' | 'secrets'>;
  /** What a widget handed over last; default: no widget does. */
  readonly handed?: () => Json | undefined;
}): Supplier {
  const sources: Readonly<Record<SecretSource, () => Json | undefined | Promise<Json | undefined>>> = {
    [secrets.idToken]: async () => (await identity.person())?.token,
    [secrets.accessToken]: async () => (await identity.person())?.accessToken,
    [secrets.fingerprint]: () => page.fingerprint(),
    [secrets.addressTokens]: () => (Object.keys(page.secrets.hash).length === 0 ? undefined : page.secrets.hash),
    [secrets.widgetToken]: handed,
  };
  const known = Object.values(secrets);
  async function some(supplies: Readonly<Record<string, string>>): Promise<JsonObject> {
    const found = await Promise.all(
      Object.entries(supplies).map(async ([input, name]) => {
        const source = known.find((one) => one === name);
        if (source === undefined) throw new Error(`There is no secret "${name}"; there are ${known.join(', ')}.`);
        return [input, await sources[source]()] as const;
      }),
    );
    return Object.fromEntries(found.filter((one): one is readonly [string, Json] => one[1] !== undefined));
  }
  return {
    some,
    async all(supplies) {
      const found = await some(supplies);
      return Object.keys(found).length === Object.keys(supplies).length ? found : undefined;
    },
  };
}
