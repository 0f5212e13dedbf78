import { createContext, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { CompiledApp } from '../core/app-definition.ts';
import type { JsonObject } from '../core/facts.ts';
import { sayer } from '../core/index.ts';
import type { Say, SayOwn } from '../core/index.ts';

const WordsContext = createContext<ReturnType<typeof sayer> | undefined>(undefined);

/** Hands the words of the app down, said for a brand by its facts. */
export function WordsProvider({
  app,
  brand,
  children,
}: {
  readonly app: CompiledApp;
  readonly brand: JsonObject;
  readonly children: ReactNode;
}) {
  const words = useMemo(() => sayer(app, brand), [app, brand]);
  return <WordsContext value={words}>{children}</WordsContext>;
}

function useWords(): ReturnType<typeof sayer> {
  const words = useContext(WordsContext);
  if (!words) throw new Error('This component must stand below a WordsProvider: render it inside StepPage or Shell.');
  return words;
}

/** The words of the runtime's own parts; none of them stands in code. */
export const useSay = (): Say => useWords().say;

/** The words of a control or widget, by the name of its folder. */
export function useOwnWords(folder: string): SayOwn {
  const words = useWords();
  return useMemo(() => words.own(folder), [words, folder]);
}
