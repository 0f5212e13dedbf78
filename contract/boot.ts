/**
 * What a page is told before it can load anything: its brand, the versions to load and the operations it may perform.
 */
import type { Access, Origins, Saves, StepKind } from '../runtime/core/definition.ts';
import type { JsonObject } from '../runtime/core/facts.ts';
import type { WidgetProvider } from '../runtime/core/widget-contract.ts';
import type { Operation } from './operation.ts';

/** Where a step of a flow is found; `{name}` in `path` stands for one segment. */
interface Route {
  readonly step: string;
  readonly kind: StepKind;
  readonly path: string;
  /** The path as an address shows it: without its sensitive parameters. Absent where it has none. */
  readonly shown?: string;
  /** Other paths that lead here: that of the step whose first page this is, and none at all where the flow starts. */
  readonly also?: readonly string[];
  readonly access: Access;
  /** From where its page loads beside the site; absent: nothing. */
  readonly origins?: Origins;
}
/** A flow as it is known without its definition. */
export interface FlowMeta {
  /** Content hash of the version that new applications begin with. */
  readonly hash: string;
  readonly title: string;
  readonly base: string;
  readonly access: Access;
  readonly saves: Saves;
  readonly routes: readonly Route[];
}
/** A provider of device fingerprints: a folder of `runtime/app/fingerprints/` by its name, as it is found from here. */
export interface FingerprintProvider {
  readonly name: string;
  /** What stands before the provider's own paths: its origin, or the address of a stand-in. */
  readonly url: string;
  /** What it knows this site by; browsers see it. */
  readonly key: string;
}

/** `GET /definitions/boot.json?brand=`, also in the page's `<script type="application/json" id="boot">`. */
export interface Boot {
  readonly brand: string;
  readonly env: string;
  readonly version: string;
  readonly facts: JsonObject;
  readonly flags: JsonObject;
  readonly flows: Readonly<Record<string, FlowMeta>>;
  /** Hash of the CompiledApp module. */
  readonly app: string;
  /** Hash of the CompiledCompliance module. */
  readonly compliance: string;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly identity: { readonly userPoolId: string; readonly clientId: string; readonly endpoint: string };
  /** From where the document may load beside the site; absent where it may not, and in boot data without a document. */
  readonly origins?: Origins;
  /** The providers of these origins. */
  readonly providers?: Readonly<Record<string, WidgetProvider>>;
  /** Who is asked what tells this device from others; absent: nobody, and a stand-in of the page's own says it. */
  readonly fingerprint?: FingerprintProvider | undefined;
  /** The project at Sentry that exceptions of the page are told to, by its public name; absent where there is none. */
  readonly monitored?: string | undefined;
  /** Instant of the request; the test clock's in local mode. */
  readonly now: string;
}
