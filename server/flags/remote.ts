/**
 * The OpenFeature provider of a service of flags that speaks OFREP (openfeature.dev, "OpenFeature Remote Evaluation
 * Protocol"): all flags of a brand are asked for at once, and only what changed is sent again.
 */
import {
  FlagNotFoundError,
  TypeMismatchError,
  type EvaluationContext,
  type JsonValue,
  type Provider,
  type ResolutionDetails,
} from '@openfeature/server-sdk';
import { OFREPApi } from '@openfeature/ofrep-core';

/** Where a service of flags is, and how it knows that this server may ask. */
export interface FlagService {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token: string | undefined;
}

/** Milliseconds until the service counts as silent. */
const patience = 5_000;

interface Answer {
  readonly etag: string | null;
  readonly values: ReadonlyMap<string, unknown>;
}

export class RemoteFlags implements Provider {
  readonly metadata = { name: 'ofrep' };
  readonly runsOn = 'server';
  readonly #service: OFREPApi;
  readonly #answers = new Map<string, Answer>();

  constructor({ url, token }: FlagService) {
    this.#service = new OFREPApi({
      baseUrl: url,
      timeoutMs: patience,
      ...(token !== undefined && { headers: [['authorization', `Bearer ${token}`]] }),
    });
  }

  /**
   * Asks for all flags in a context, which its `targetingKey` names.
   * @throws when the service does not answer, or refuses; what it said before stays
   */
  async ask(context: EvaluationContext): Promise<void> {
    const name = context.targetingKey ?? '';
    const before = this.#answers.get(name);
    const { httpStatus, value, httpResponse } = await this.#service.postBulkEvaluateFlags(
      { context },
      before?.etag ?? null,
    );
    if (httpStatus === 304) return;
    if (httpStatus !== 200) throw new Error(`The service of flags answered ${httpStatus}.`);
    const flags = 'flags' in value ? (value.flags ?? []) : [];
    this.#answers.set(name, {
      etag: httpResponse?.headers.get('etag') ?? null,
      values: new Map(
        flags.flatMap((one) => ('value' in one && one.key !== undefined ? [[one.key, one.value] as const] : [])),
      ),
    });
  }

  /** What the service said of a flag. Throws where it said nothing of it, or something of another type. */
  #resolve<T>(key: string, usual: T, { targetingKey = '' }: EvaluationContext): Promise<ResolutionDetails<T>> {
    const values = this.#answers.get(targetingKey)?.values;
    if (!values?.has(key)) throw new FlagNotFoundError(`The service of flags says nothing of ${key}.`);
    const value = values.get(key);
    if (typeof value !== typeof usual)
      throw new TypeMismatchError(`The service of flags gives ${key} as ${typeof value}, not ${typeof usual}.`);
    return Promise.resolve({ value: value as T });
  }
  resolveBooleanEvaluation(key: string, usual: boolean, context: EvaluationContext) {
    return this.#resolve(key, usual, context);
  }
  resolveStringEvaluation(key: string, usual: string, context: EvaluationContext) {
    return this.#resolve(key, usual, context);
  }
  resolveNumberEvaluation(key: string, usual: number, context: EvaluationContext) {
    return this.#resolve(key, usual, context);
  }
  resolveObjectEvaluation<T extends JsonValue>(key: string, usual: T, context: EvaluationContext) {
    return this.#resolve(key, usual, context);
  }
}
