import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Pages of the build; a page that is not there (the benchmark's, in a slim checkout) is left out. */
const pages = ['index.html', 'bench.html'].map(at).filter((page) => existsSync(page));

/**
 * What the router's package makes as it is loaded (contexts, links, forms, names for developer tools) keeps all of it
 * in the page, data routers and server rendering too. Marked as pure, what nobody imports is left out: 4.9 of 13 kB
 * are left.
 */
const slimRouter: Plugin = {
  name: 'slim-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/^var \w+ = (?=React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$&/*#__PURE__*/ '),
  },
};

/**
 * Nothing here may need an inline script, an inline style or a data: address: everything runs under `script-src
 * 'self'`.
 */
export default defineConfig({
  plugins: [react(), slimRouter],
  appType: 'custom',
  publicDir: false,
  // The benchmark folder may have installed its own copies; one React only.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { input: pages },
  },
});
