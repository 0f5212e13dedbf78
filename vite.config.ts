import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { firstPage, shortErrorsPlugin } from './scripts/lib/first-page.ts';
import { ownSrpInteger } from './scripts/lib/srp-integer.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Modes of the build for the pages of developers, each of which is beside the product's and shares no file with it. */
const pages: Readonly<Record<string, string>> = { bench: at('bench.html'), components: at('components.html') };

/**
 * What the router's package makes as it is loaded (contexts, links, forms, names for developer tools) keeps all of it
 * in the page, data routers and the error pages of its routes too, none of which is used. Marked as pure, what nobody
 * imports is left out: 4.2 of 13 kB are left.
 */
const slimRouter: Plugin = {
  name: 'slim-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) =>
      code
        .replace(/^\w+\.(?:displayName|contextType) = ["\w]*;$/gm, '')
        .replace(/^var \w+ = (?=React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$&/*#__PURE__*/ ')
        // Advice to whoever writes a page by hand: four lines on every first page.
        .replace(/`Cannot include a '[^;]* for you\.`/g, 'char')
        .replace(/`You should call navigate\(\) [^`]*`/g, '""'),
  },
};

/**
 * react-pdf takes a name out of the whole of pdfjs-dist, which keeps all of it, and what makes a module an object: that
 * would stand in the first page's script, beside the rest of what modules share.
 */
const slimPdf: Plugin = {
  name: 'slim-pdf',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-pdf\// },
    handler: (code) => code.replace(/^const \{ (\w+) \} = pdfjs;$/gm, 'const $1 = pdfjs.$1;'),
  },
};

/** Controls and blocks that not every page has; the form of a JSON Schema, which is rare, is a file of its own. */
const isLatePart = /\/runtime\/react\/(?!controls\/schema\/)/;

/** The numbers of the log-in are the browser's own (runtime/gateway/srp-integer.ts). */
const srpInteger: Plugin = {
  name: 'srp-integer',
  enforce: 'pre',
  resolveId: (source, importer) => ownSrpInteger(source, importer),
};

/**
 * Nothing here may need an inline script, an inline style or a data: address: everything runs under `script-src
 * 'self'`.
 */
export default defineConfig(({ mode }) => {
  const first = firstPage();
  return {
    plugins: [react(), srpInteger, slimRouter, slimPdf, shortErrorsPlugin(at('.')), first.plugin],
    appType: 'custom',
    publicDir: false,
    // The benchmark folder may have installed its own copies; one React only.
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: pages[mode] === undefined,
      manifest: pages[mode] === undefined,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: pages[mode] ?? at('index.html'),
        // Reading a member does nothing else here, in the packages neither.
        treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
        output: {
          // The first page names a hundred files, and no letter of a hash can be compressed: 36 bits tell them apart.
          entryFileNames: 'assets/[name]-[hash:6].js',
          chunkFileNames: 'assets/[name]-[hash:6].js',
          // A style sheet is asked for beside a script of its name.
          assetFileNames: ({ names: [name = ''] }) =>
            `assets/${name.endsWith('.css') ? '' : '[name]-'}[hash:6][extname]`,
          codeSplitting: {
            groups: [
              { name: (id) => (first.has(id) ? 'page' : null) },
              // Parts that a page may wait for are all brought ahead of it: 19 kB in one file, not in fourteen.
              { name: (id) => (isLatePart.test(id) ? 'parts' : null) },
            ],
          },
        },
      },
    },
  };
});
