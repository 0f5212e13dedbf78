/** What is said of an obligation. Whether it is proved the judge says, by the certificate of the exploration. */
import type { Claim, Duty, Judgement } from '../certificate.ts';
import { judge } from '../judge/judge.ts';
import type { Survey } from '../explore/survey.ts';
import { attack, type Attack } from './attack.ts';
import { certificateOf } from './certificate.ts';
import { consentsOf } from './consent.ts';
import type { Obligation } from './obligation.ts';
import { counted } from './left-out.ts';
import { prove, type Asked } from './prove.ts';
import { askedOf } from './questions.ts';
import { textsOn } from './wording.ts';

/** How many random people tried to break it, and what they did together. */
export type Attacked = Pick<Attack, 'people' | 'deeds'>;

export type Verdict =
  | Exclude<Asked, { readonly kind: 'claimed' | 'tried' }>
  | (Extract<Asked, { readonly kind: 'tried' }> & {
      /** What it is proved but for, counted, where the judge follows everything else. */
      readonly except?: string;
    })
  /** The judge followed every move of the certificate and found it kept at each moment. */
  | { readonly kind: 'proved'; readonly moments: number; readonly moves: number; readonly attacked: Attacked };

/** Asks the exploration, and has the judge look at what it claims. */
export function verdictOf(survey: Survey, obligation: Obligation): Verdict {
  const asked = prove(survey, obligation);
  if (asked.kind === 'tried' && asked.samples.length > 0) {
    const { proved } = judged(survey).of(dutyOf(obligation));
    return proved ? { ...asked, except: counted(asked.samples) } : asked;
  }
  if (asked.kind !== 'claimed') return asked;
  const { of, moves } = judged(survey);
  const { proved, moments, faults } = of(dutyOf(obligation));
  if (proved) {
    const { found, people, deeds } = attacked(survey);
    const against = found.get(obligation.name);
    if (against === undefined) return { kind: 'proved', moments, moves, attacked: { people, deeds } };
    const why = against.map((one) => `the judge called it proved, and ${one}: that is a defect of the verifier`);
    return { kind: 'tried', moments, why, samples: [] };
  }
  return {
    kind: 'tried',
    moments: asked.moments,
    why: faults.map((fault) => `the judge does not follow: ${fault}`),
    samples: [],
  };
}

/** What is claimed of an exploration. */
export const claimOf = (survey: Survey): Claim => {
  const { exploration, flow, world, model, source, resolved, brand, today } = survey;
  return {
    flow,
    world,
    certificate: certificateOf(exploration),
    outcomes: model.domain.outcomes,
    unknown: model.domain.world,
    texts: textsOn(source, brand, today),
    duties: askedOf(survey).map(dutyOf),
    consents: [...consentsOf(source, resolved, flow)],
  };
};

const known = new WeakMap<Survey['exploration'], Judgement>();

function judged(survey: Survey): Judgement {
  let found = known.get(survey.exploration);
  if (!found) known.set(survey.exploration, (found = judge(claimOf(survey))));
  return found;
}

/** Of an exploration of which nothing more will be asked, every move that was walked anew is let go. */
export function letGo({ exploration }: Survey): void {
  known.delete(exploration);
}

/** The attack on all proofs of an exploration, for a share of what finding them took. */
function attacked(survey: Survey): Attack {
  const { exploration } = survey;
  let found = attacks.get(exploration);
  if (!found) {
    const most = Math.ceil(exploration.legs.length / SHARE);
    attacks.set(exploration, (found = attack(survey, claimOf(survey), { seed: 1, most })));
  }
  return found;
}
/** For so many moves of an exploration random people do one thing. */
const SHARE = 10;
const attacks = new WeakMap<Survey['exploration'], Attack>();

/** An obligation as the judge reads it. */
const dutyOf = ({ shown, passed, agreed, holds, since, ...rest }: Obligation): Duty => ({
  name: rest.name,
  moment: rest.moment,
  scope: rest.scope,
  boxes: rest.boxes,
  tags: rest.tags,
  contains: rest.contains,
  figures: rest.figures,
  ...(shown !== undefined && { shown }),
  ...(passed !== undefined && { passed }),
  ...(agreed !== undefined && { agreed }),
  ...(holds !== undefined && { holds }),
  ...(since && { since }),
});
