declare module 'virtual:gallery' {
  export const flow: import('../../../runtime/core/definition.ts').CompiledFlow;
  export const app: import('../../../runtime/core/app-definition.ts').CompiledApp;
  export const compliance: import('../../../runtime/core/app-definition.ts').CompiledCompliance;
}
