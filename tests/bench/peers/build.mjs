// One separate Vite production build per page (no chunk shared between rivals), plus the generated validators.
//   node build.mjs [page ...] [--readable]      --readable: unminified build in dist-readable/, for profile.mjs
import { build } from 'vite';
import react from '@vitejs/plugin-react';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENTRIES, SIZES } from './entries.mjs';
import { fields, journey, rjsfSchema } from './src/common/definition.js';
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators';

const here = path.dirname(fileURLToPath(import.meta.url));
const gen = path.join(here, 'src/generated');
fs.mkdirSync(gen, { recursive: true });
for (const n of SIZES)
  fs.writeFileSync(path.join(gen, `rjsf-form-${n}.js`), compileSchemaValidatorsCode(rjsfSchema(fields(n))));
const steps = journey();
steps.forEach((s, i) =>
  fs.writeFileSync(path.join(gen, `rjsf-step-${i}.js`), compileSchemaValidatorsCode(rjsfSchema(s.fields))),
);
fs.writeFileSync(
  path.join(gen, 'rjsf-steps.js'),
  steps.map((_, i) => `import * as v${i} from './rjsf-step-${i}.js';`).join('\n') +
    `\nconst d = (m) => (m.default && typeof m.default === 'object' ? m.default : m);\nexport const validators = [${steps.map((_, i) => `d(v${i})`)}];\n`,
);

const names = process.argv.slice(2).filter((a) => !a.startsWith('--'));
const pages = names.length ? names : [...new Set(ENTRIES.map((e) => e.page))].filter((page) => page !== 'ours');
const readable = process.argv.includes('--readable');
for (const p of pages) {
  const t = Date.now(),
    root = path.join(here, '.pages', p);
  fs.mkdirSync(root, { recursive: true });
  fs.writeFileSync(
    path.join(root, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${p}</title></head><body><div id="root"></div><script type="module" src="/main.js"></script></body></html>`,
  );
  fs.writeFileSync(path.join(root, 'main.js'), `import '../../src/entries/${p}.jsx';\n`);
  await build({
    root,
    base: `/${p}/`,
    define: p === 'formio' ? { global: 'globalThis' } : {},
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: path.join(here, readable ? 'dist-readable' : 'dist', p),
      emptyOutDir: true,
      target: 'es2022',
      minify: readable ? false : undefined,
      sourcemap: readable,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1e5,
      assetsInlineLimit: 0,
    },
  });
  console.log('built', p, Date.now() - t, 'ms');
}
