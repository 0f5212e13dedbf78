/** What is wrong with the ways through a flow, seen from an exploration of it. */
import type { Source } from '../../compile/content.ts';
import { placeKey, placesIn } from '../../compile/places.ts';
import type { Problem } from '../../compile/types.ts';
import type { Survey } from '../explore/survey.ts';
import { rulesIn } from '../../compile/rule-folder.ts';
import type { PathRule } from './rule.ts';
import { found, sceneOf, type Finding, type Scene } from './scene/scene.ts';

export const PATH_RULES = await rulesIn<PathRule>(new URL('paths/', import.meta.url));

/** What was found in one flow of one brand. Light: the exploration may be let go. */
export interface PathReport {
  readonly brand: string;
  readonly flow: string;
  readonly findings: readonly Finding[];
  /** Places that this brand's flow is made of. */
  readonly places: ReadonlySet<string>;
}

/** Looks at one flow of one brand. Expects content that the compiler accepts. */
export function pathReport(survey: Survey, source: Source): PathReport {
  const scene = sceneOf(survey, source);
  const findings = Object.values(PATH_RULES).flatMap((rule) => [...rule.find(scene)]);
  // That nobody comes to a step is told once: by what cuts it off, when that is known.
  const explained = new Set(
    findings.flatMap(({ code, cutsOff }) => (cutsOff !== undefined && code !== 'unreached' ? [cutsOff] : [])),
  );
  const told = findings.filter(
    ({ code, cutsOff }) => code !== 'unreached' || cutsOff === undefined || !explained.has(cutsOff),
  );
  return {
    brand: survey.brand,
    flow: survey.flow.id,
    findings: survey.exploration.complete ? told : [notWalked(scene), ...told],
    places: placesOf(scene),
  };
}

/**
 * That the walk ended at its budget. It is no rule of a file: content that shows it takes as long as the budget is
 * large. Without it `check` would find nothing wrong behind the end, and say that nothing is.
 */
function notWalked(scene: Scene): Finding {
  const { resolved, flow, exploration } = scene.survey;
  const [most = ''] = [...scene.nodesAt].toSorted(([, one], [, other]) => other.length - one.length).map(([id]) => id);
  return found(
    scene,
    { holder: resolved.flow, key: 'id' },
    {
      code: 'not-walked',
      nobody: false,
      message: `There are more situations in "${flow.id}" than are looked at: the walk ended after ${exploration.nodes.length}, most of them on the page "${scene.words.step(most)}". Of what lies behind nothing is known, and nothing is proved.`,
      fix: 'Mend the problems that are told beside this one first. If there are none, see what was changed last: limits of a question that were dropped, a way back to a passed page, questions that a later page reads together.',
    },
  );
}

/**
 * The problems of all brands together, each once. That nobody can do something is a problem only where it is so in
 * every brand whose flow has that: a step of one brand, or a rule about a fact of the brand, may be
 * right in one and idle in another.
 * @param reports of every flow of every brand
 */
export function pathProblems(reports: readonly PathReport[]): readonly Problem[] {
  const once = new Map<string, Problem>();
  for (const { flow, findings } of reports) {
    for (const { nobody, cutsOff: _, ...problem } of findings) {
      const same = (report: PathReport): boolean => report.findings.some((other) => keyOf(other) === keyOf(problem));
      if (
        nobody &&
        !reports.every((report) => report.flow !== flow || !report.places.has(placeKey(problem)) || same(report))
      )
        continue;
      if (!once.has(keyOf(problem))) once.set(keyOf(problem), problem);
    }
  }
  return [...once.values()];
}

const keyOf = ({ file, line, column, code }: Pick<Problem, 'file' | 'line' | 'column' | 'code'>): string =>
  `${code} ${file}:${line}:${column}`;

function placesOf({ survey: { resolved } }: Scene): ReadonlySet<string> {
  const { flow, steps, dialogs, rules, values } = resolved;
  return placesIn([flow, ...[steps, dialogs, rules, values].flatMap((docs) => Object.values(docs))]);
}
