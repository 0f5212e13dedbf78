import type { Control } from './contract.ts';

const folders = import.meta.glob<Control>('./*/index.tsx', { eager: true, import: 'control' });

/** The controls a definition may name, by the name of their folder; any other name is a widget's. */
export const controls: Readonly<Record<string, Control>> = Object.fromEntries(
  Object.entries(folders).map(([path, control]) => [path.split('/')[1] ?? path, control]),
);
