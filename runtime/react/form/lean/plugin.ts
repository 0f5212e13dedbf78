/**
 * A Vite plugin that keeps out of the bundle what rjsf brings for forms unlike ours. Our schemas are flat: one property per
 * layout item, no `$ref`, no condition, no default (`step-schema.ts`), and every field is drawn by our own registry. So
 * rjsf's reference resolution, schema merging, stock fields and widgets are never reached; here they are replaced by what
 * is true for a flat schema. Without the plugin everything works the same, 60 kB (gzip) heavier.
 */
const replaced: readonly string[] = [
  'getDefaultRegistry',
  'createSchemaUtils',
  'schemaHasNestedConditional',
  'omitExtraData',
];

export function leanForm(): {
  readonly name: string;
  readonly enforce: 'pre';
  resolveId(id: string, importer: string | undefined): string | null;
} {
  return {
    name: 'lean-form',
    enforce: 'pre',
    resolveId(id, importer) {
      const file = /^\.{1,2}\/(?:.*\/)?(\w+)\.js$/.exec(id)?.[1];
      if (!file || !importer || !/[/\\]@rjsf[/\\](core|utils)[/\\]lib[/\\]/.test(importer) || !replaced.includes(file))
        return null;
      return decodeURIComponent(new URL(`./${file}.ts`, import.meta.url).pathname);
    },
  };
}
