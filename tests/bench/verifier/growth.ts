/** How exploring the generated content grows with its steps, rules, jurisdictions and brands. */
import { loadContent, productNamed, type Loaded } from '../../../cli/products.ts';
import { readFiles } from '../../../compile/disk.ts';
import type { Files } from '../../../compile/index.ts';
import { survey } from '../../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../../verifier/prove/questions.ts';
import { generated, type Size } from '../../verifier/generated/index.ts';

export interface Effort {
  /** States that differ, over all flows and brands. */
  readonly states: number;
  /** Moves between them: each is at least one turn of the engine. */
  readonly moves: number;
  /** Milliseconds of processor time. */
  readonly ms: number;
}
export interface Growth {
  readonly what: string;
  readonly from: number;
  readonly to: number;
  readonly before: Effort;
  readonly after: Effort;
}

/** In which environment and on which day everything is measured. */
export const options = { env: 'local', today: '2026-11-21' } as const;

/** Content loaded; throws with its first problem when it has one. */
export async function load(files: Files): Promise<Loaded> {
  const made = await loadContent(files, options);
  if ('loaded' in made) return made.loaded;
  const [first] = made.problems;
  throw new Error(`The content does not compile: ${first?.file}:${first?.line}: ${first?.message} ${first?.fix}`);
}

/** Explores every flow of every brand once. */
export function explored({ resolved, products }: Loaded): Effort {
  const from = process.cpuUsage();
  let [states, moves] = [0, 0];
  for (const brand of Object.values(resolved.brands)) {
    for (const flow of Object.keys(brand.flows)) {
      const { exploration } = survey({
        source: resolved.source,
        brand,
        product: productNamed(products, brand.id),
        flow,
        today: options.today,
        questions: OBLIGATIONS,
      });
      if (!exploration.complete)
        throw new Error(
          `${brand.id}/${flow} was not explored to its end: ${exploration.nodes.length} states. Take a smaller size, or raise the explorer's budget.`,
        );
      states += exploration.nodes.length;
      moves += exploration.legs.length;
    }
  }
  const { user, system } = process.cpuUsage(from);
  return { states, moves, ms: (user + system) / 1000 };
}

export const effortOf = async (size: Size): Promise<Effort> => explored(await load(generated(size, readFiles([]))));

/** What each dimension costs when it alone doubles: steps, rules, jurisdictions (14, 28, 56) and brands (1, 2, 4). */
export async function* growths(base: Size): AsyncGenerator<Growth> {
  const known = new Map<string, Effort>();
  const effort = async (size: Size): Promise<Effort> => {
    const key = JSON.stringify(size);
    const made = known.get(key) ?? (await effortOf(size));
    known.set(key, made);
    return made;
  };
  const doubled: readonly (readonly [what: keyof Size, from: number])[] = [
    ['routes', base.routes],
    ['rules', base.rules],
    ['states', 14],
    ['states', 28],
    ['brands', 1],
    ['brands', 2],
  ];
  for (const [what, from] of doubled) {
    const before = await effort({ ...base, [what]: from });
    const after = await effort({ ...base, [what]: 2 * from });
    yield { what, from, to: 2 * from, before, after };
  }
}
