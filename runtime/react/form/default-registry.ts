/**
 * Stands in for @rjsf/core's own default registry (`plugin.ts`): its stock fields, templates
 * and widgets are never drawn here, and would weigh more than everything else of the form together.
 */
export default function getDefaultRegistry() {
  return {
    fields: {},
    templates: { ButtonTemplates: {} },
    widgets: {},
    rootSchema: {},
    formContext: {},
    translateString: (words: string) => words,
    globalFormOptions: { idPrefix: 'root', idSeparator: '_', useFallbackUiForUnsupportedType: false },
  };
}
