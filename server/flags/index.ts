/**
 * The flags of the brands, asked of OpenFeature. What a brand's file says (`brands/<brand>/flags.<surroundings>.json`)
 * holds; where a service of flags is configured, what that says of a flag of the file holds instead, from the next
 * minute on, and what it does not say stays as the file has it.
 */
import { randomUUID } from 'node:crypto';
import { InMemoryProvider, OpenFeature, type EvaluationContext } from '@openfeature/server-sdk';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isObject } from '../../runtime/core/index.ts';
import { RemoteFlags, type FlagService } from './remote.ts';

export interface Flags {
  /** The flags of a brand as they hold now; `file` itself where nothing else is said. */
  readonly of: (brand: string, file: JsonObject) => JsonObject;
  /**
   * Asks what holds now. Where the service of flags is silent, what it said last holds on, and `onError` is told.
   * @param files brand to the flags of its file
   */
  readonly refresh: (files: Readonly<Record<string, JsonObject>>) => Promise<void>;
}

export interface FlagsOptions {
  /** `local`, `dev`, `qa` or `prod`: told to the service. */
  readonly env: string;
  /** Undefined: the files alone say what holds. */
  readonly service: FlagService | undefined;
  readonly onError: (error: unknown) => void;
}

/** A flag by its path, as `timeouts.verification.otp_email`. */
type Values = ReadonlyMap<string, Json>;

export function createFlags({ env, service, onError }: FlagsOptions): Flags {
  const remote = service && new RemoteFlags(service);
  const files = new InMemoryProvider();
  // The client of this server alone: several may run in one process.
  const domain = randomUUID();
  OpenFeature.setProvider(domain, remote ?? files);
  const client = OpenFeature.getClient(domain);
  const told = new Map<string, Values>();
  const made = new WeakMap<JsonObject, { readonly by: Values; readonly flags: JsonObject }>();

  const evaluated = (key: string, value: Json, context: EvaluationContext): Promise<Json> => {
    if (typeof value === 'boolean') return client.getBooleanValue(key, value, context);
    if (typeof value === 'number') return client.getNumberValue(key, value, context);
    if (typeof value === 'string') return client.getStringValue(key, value, context);
    return Promise.resolve(value);
  };

  return {
    of(brand, file) {
      const by = told.get(brand);
      if (!by) return file;
      const known = made.get(file);
      if (known?.by === by) return known.flags;
      const differs = leavesOf(file).some(([key, value]) => by.has(key) && by.get(key) !== value);
      const flags = differs ? replaced(file, by) : file;
      made.set(file, { by, flags });
      return flags;
    },
    async refresh(all) {
      let silent: { readonly error: unknown } | undefined;
      files.putConfiguration(configurationOf(all));
      for (const [brand, file] of Object.entries(all)) {
        const context = { targetingKey: brand, brand, env };
        await remote?.ask(context).catch((error: unknown) => (silent ??= { error }));
        const values = await Promise.all(
          leavesOf(file).map(async ([key, value]) => [key, await evaluated(key, value, context)] as const),
        );
        told.set(brand, new Map(values));
      }
      // Once, however many brands were asked for.
      if (silent) onError(silent.error);
    },
  };
}

/** Each flag with its path; what is neither an object nor a single value stands as the file has it. */
function leavesOf(flags: JsonObject, above = ''): readonly (readonly [string, Json])[] {
  return Object.entries(flags).flatMap(([name, value]) =>
    isObject(value) ? leavesOf(value, `${above}${name}.`) : [[`${above}${name}`, value] as const],
  );
}

function replaced(flags: JsonObject, by: Values, above = ''): JsonObject {
  return Object.fromEntries(
    Object.entries(flags).map(([name, value]) => [
      name,
      isObject(value) ? replaced(value, by, `${above}${name}.`) : (by.get(`${above}${name}`) ?? value),
    ]),
  );
}

/** The files as OpenFeature's own provider takes them: each flag has a variant for each brand. */
function configurationOf(files: Readonly<Record<string, JsonObject>>) {
  const variants = new Map<string, Record<string, string | number | boolean>>();
  for (const [brand, file] of Object.entries(files))
    for (const [key, value] of leavesOf(file))
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        variants.set(key, { ...variants.get(key), [brand]: value });
  return Object.fromEntries(
    [...variants].map(([key, of]) => [
      key,
      {
        variants: of,
        defaultVariant: Object.keys(of)[0] ?? '',
        disabled: false,
        contextEvaluator: ({ brand }: EvaluationContext) => String(brand),
      },
    ]),
  );
}
