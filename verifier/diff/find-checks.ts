/** Answers that a page's checks let pass in one version only. */
import { canonical, isObject, list, member } from '../../compile/json-types.ts';
import { truthOf } from '../rules/evaluate.ts';
import type { Logic } from '../domain/atoms.ts';
import { factsOf } from './facts-of.ts';
import type { Compared, Finding, Side } from './findings.ts';
import { variableReads, type Flat } from './flat.ts';
import { union } from './join.ts';
import type { Profile } from './profiles.ts';
import { groupsOf } from './who.ts';

interface Asked {
  readonly logic: Logic;
  readonly message: string;
}

export function checkFindings({ before, after, changed, named, spaceOf }: Compared): readonly Finding[] {
  const steps = new Set(
    changed.decisions.flatMap(({ rule }) => (rule.decides === 'check' && rule.step !== undefined ? [rule.step] : [])),
  );
  return [...steps].flatMap((page) => {
    const checks = (side: 'before' | 'after', flat: Flat): readonly Asked[] =>
      changed.decisions.flatMap(({ rule, side: of }) =>
        of === side && rule.decides === 'check' && rule.step === page
          ? [{ logic: rule.logic, message: messageOf(flat, page, rule.logic) }]
          : [],
      );
    const [were, are] = [checks('before', before.flat), checks('after', after.flat)];
    const space = spaceOf(variableReads([...were, ...are].map(({ logic }) => logic)));
    const filled = (side: Side): ReadonlySet<Profile> =>
      side.comings(space).filled.get(page) ?? side.comings(space).arrive.get(page) ?? new Set<Profile>();
    const [there, here] = [filled(before), filled(after)];
    if (there.size === 0 || here.size === 0) return [];
    const everybody = union(there, here);
    const found = new Map<string, { message: string; refuses: boolean; who: Profile[] }>();
    for (const profile of everybody) {
      const refusal = (side: Side, all: readonly Asked[]): Asked | undefined => {
        const facts = factsOf(space, profile, side.constants);
        return all.find(({ logic }) => truthOf(logic, facts) === false);
      };
      const [was, is] = [refusal(before, were), refusal(after, are)];
      if ((was === undefined) === (is === undefined)) continue;
      const message = (is ?? was)?.message ?? '';
      const known = found.get(`${message} ${is !== undefined}`) ?? { message, refuses: is !== undefined, who: [] };
      known.who.push(profile);
      found.set(`${message} ${is !== undefined}`, known);
    }
    return [...found.values()].map(({ message, refuses, who }): Finding => {
      const mine = new Set(who);
      return {
        about: 'check',
        page,
        message,
        refuses,
        who: {
          space,
          groups: groupsOf(
            space,
            mine,
            [...everybody].filter((profile) => !mine.has(profile)),
            named,
          ),
        },
      };
    });
  });
}

function messageOf(flat: Flat, page: string, logic: Logic): string {
  const index = list(flat.resolved.steps[page]?.['checks']).findIndex(
    (_, at) => canonical(member(list(flat.steps[page]?.['checks'])[at], 'assert')) === canonical(logic),
  );
  const check = list(flat.resolved.steps[page]?.['checks'])[index];
  const message = isObject(check) ? check['message'] : undefined;
  return typeof message === 'string' ? message : '';
}
