/** Loaded before everything else (`node --import`): lays one planted mistake over its file as the file is loaded. */
import { registerHooks } from 'node:module';
import { planted } from './planted.ts';

const one = planted.find(({ name }) => name === process.env['PLANTED']);
if (one === undefined) throw new Error(`PLANTED names no mistake of planted.ts: ${process.env['PLANTED']}`);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/${one.file}`)) return loaded;
    const source = String(
      loaded.source instanceof Uint8Array ? Buffer.from(loaded.source).toString('utf8') : loaded.source,
    );
    if (!source.includes(one.text)) throw new Error(`"${one.name}": its text no longer stands in ${one.file}.`);
    return { ...loaded, source: source.replace(one.text, () => one.instead) };
  },
});
