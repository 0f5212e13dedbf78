declare module 'virtual:gallery' {
  import type { CompiledApp, CompiledCompliance } from '../../../runtime/core/app-definition.ts';
  import type { CompiledFlow } from '../../../runtime/core/definition.ts';
  export const flow: CompiledFlow;
  export const app: CompiledApp;
  export const compliance: CompiledCompliance;
}
