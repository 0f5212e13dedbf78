import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { readFiles } from '../../../compile/disk.ts';
import { compileContent } from '../../../compile/index.ts';
import { writeModules } from '../../../compile/load.ts';
import { gallery } from './content.ts';

const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'";
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/**
 * Compiles the gallery's content, builds its page as production code (React's profiling build, to count renders) and
 * serves it on a free port under the strict Content-Security-Policy of the product. Call `stop` at the end.
 */
export async function serveGallery(): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const { problems, content } = compileContent({ ...readFiles([]), ...gallery }, { env: 'local', today: '2026-11-20' });
  const brand = content?.brands['library'];
  const flow = brand?.flows['join'];
  if (!content || !brand || !flow)
    throw new Error(
      `The gallery's content does not compile:\n${problems.map((one) => `${one.file}:${one.line}: ${one.message} ${one.fix}`).join('\n')}`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'gallery-'));
  const modules = join(folder, 'modules');
  writeModules(modules, content);
  const [words] = brand.app.pieces;
  const parts = { flow: flow.hash, app: brand.app.hash, words: words?.hash, compliance: brand.compliance.hash };
  const names = Object.keys(parts);
  writeFileSync(
    join(modules, 'given.js'),
    `${Object.entries(parts)
      .map(([name, hash]) => `import ${name} from './${hash}.js';`)
      .join('\n')}\nwindow.given = { ${names.join(', ')} };\n`,
  );
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: { alias: [{ find: 'react-dom/client', replacement: 'react-dom/profiling' }] },
    build: { outDir: join(folder, 'dist'), target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  });
  const root = join(folder, 'dist');
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path.startsWith('/modules/') ? join(folder, path) : join(root, extname(path) ? path : 'index.html');
    try {
      const body = readFileSync(file);
      response
        .writeHead(200, {
          'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': POLICY,
        })
        .end(body);
    } catch (error) {
      response.writeHead(404).end(String(error instanceof Error ? error.message : error));
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
