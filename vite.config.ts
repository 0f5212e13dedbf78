import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Pages of the build; a page that is not there (the benchmark's, in a slim checkout) is left out. */
const pages = ['index.html', 'bench.html'].map(at).filter((page) => existsSync(page));

/**
 * Nothing here may need an inline script, an inline style or a data: address: everything runs under `script-src
 * 'self'`.
 */
export default defineConfig({
  plugins: [react()],
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
