/** Certificates that say less, or other, than what is so: the judge follows none of them. */
import { describe, expect, test } from 'vitest';
import type { Certificate, Claim } from '../../../verifier/certificate.ts';
import { judge } from '../../../verifier/judge/judge.ts';
import { answer, asking, page, warning } from './content.ts';
import { claimed } from './claimed.ts';

type State = Certificate['states'][number];
const box = { type: 'boolean', control: 'checkbox' } as const;
const isTicked = { '==': [answer('a'), true] };
const cookie = { '==': [{ var: 'cookies.storeNumber' }, '12'] };

/** A box that decides which page comes, a page that a cookie decides, and a notice that all are shown. */
const small = (): Promise<Claim> =>
  claimed({
    steps: {
      ask: asking({ a: box }),
      more: page({ when: isTicked }),
      visit: page({ when: cookie }),
      warn: warning(),
    },
    answers: { a: { type: 'boolean' } },
    duties: { notice: { shown: 'notice' }, ticked: { when: isTicked, passed: 'x/more' } },
  });

const certified = (claim: Claim, change: Partial<Certificate>): Claim => ({
  ...claim,
  certificate: { ...claim.certificate, ...change },
});
/** The claim with the states changed. */
const withStates = (claim: Claim, change: (state: State, at: number) => State): Claim =>
  certified(claim, { states: claim.certificate.states.map(change) });
/** What is said of each duty; the last is that nobody is stuck. */
const proves = (claim: Claim): readonly boolean[] => {
  const { of } = judge(claim);
  return claim.duties.map((duty) => of(duty).proved);
};

describe('the judge', () => {
  test('P20 says proved of a certificate that is data and nothing else, and counts what it walked', async () => {
    const claim = await small();
    const certificate = JSON.parse(JSON.stringify(claim.certificate)) as Certificate;
    const { states, moves, faults, of } = judge({ ...claim, certificate });
    expect([states, faults]).toEqual([certificate.states.length, []]);
    expect(moves).toBe(
      certificate.starts.length + certificate.states.reduce((sum, state) => sum + state.moves.length, 0),
    );
    expect(claim.duties.map((duty) => of(duty).proved)).toEqual([true, true, true]);
  });

  test('P54 does not say proved of a duty that the exploration was not made for', async () => {
    const claim = await small();
    for (const duty of claim.duties) {
      const less = { ...claim, duties: claim.duties.filter((one) => one !== duty) };
      expect(judge(less).of(duty)).toMatchObject({
        proved: false,
        faults: ['the exploration was made for other duties'],
      });
    }
  });

  test('P21 misses each single move that a certificate leaves out, unless another does the same', async () => {
    const claim = await small();
    const { states } = claim.certificate;
    const followed = states.flatMap(({ moves }, at) =>
      moves.flatMap((move, index) => {
        const less = withStates(claim, (state, one) =>
          one === at ? { ...state, moves: state.moves.filter((_, i) => i !== index) } : state,
        );
        const names = moves.map(({ deeds }) => JSON.stringify(deeds.map(({ type }) => type)));
        const isAlone = names.filter((name) => name === names[index]).length === 1;
        return judge(less).faults.length > 0 ? [] : [{ at, move, isAlone }];
      }),
    );
    expect(followed.filter(({ isAlone }) => isAlone)).toEqual([]);
    expect(proves(withStates(claim, (state) => ({ ...state, moves: [] })))).toEqual([false, false, false]);
  });

  test('P21 misses who goes back to where something must be so again since a change', async () => {
    const again = { shown: 'notice', before: { step: 'x/sign' }, since: { facts: ['answers.m.a'] } };
    const claim = await claimed({
      steps: { warn: warning(), sign: page(), ask: asking({ a: box }), more: page() },
      answers: { a: { type: 'boolean' } },
      duties: { again },
    });
    const isBack = ({ deeds }: State['moves'][number]): boolean =>
      deeds.length === 1 && deeds[0]?.type === 'visited' && deeds[0].step === 'sign';
    const back = claim.certificate.states.flatMap(({ moves }, at) => (moves.some(isBack) ? at : []));
    const faults = back.map((at) => {
      const silent = withStates(claim, (state, one) =>
        one === at ? { ...state, moves: state.moves.filter((move) => !isBack(move)) } : state,
      );
      return judge(silent).faults.join();
    });
    expect([judge(claim).faults, back.length > 1]).toEqual([[], true]);
    expect(
      faults.filter((one) => !one.includes('["step","sign"],["type","visited"]') && !one.includes('no state before')),
    ).toEqual([]);
  });

  test('P21 misses who goes back from a page before leaving it, and comes again with what they typed', async () => {
    const claim = await claimed({
      steps: { first: page(), ask: asking({ a: box }), more: page() },
      answers: { a: { type: 'boolean' } },
      duties: { untyped: { before: { step: 'x/ask' }, holds: { '!': [isTicked] } } },
    });
    const isBack = ({ deeds: [first, ...then] }: State['moves'][number]): boolean =>
      first?.type === 'answered' && then.some((deed) => deed.type === 'visited' && deed.step === 'first');
    const back = claim.certificate.states.flatMap(({ moves }, at) => (moves.some(isBack) ? at : []));
    const faults = back.map(
      (at) =>
        judge(
          withStates(claim, (state, one) =>
            one === at ? { ...state, moves: state.moves.filter((move) => !isBack(move)) } : state,
          ),
        ).faults,
    );
    expect([judge(claim).faults, proves(claim)[0], back.length > 0]).toEqual([[], false, true]);
    expect(faults.filter((told) => !told.join().includes('typed [["step","first"],["type","visited"]]'))).toEqual([]);
  });

  test('P21 misses each start, and each value of what is not known of the person', async () => {
    const claim = await small();
    const { starts, states } = claim.certificate;
    for (const start of starts)
      expect(judge(certified(claim, { starts: starts.filter((one) => one !== start) })).faults).not.toEqual([]);
    const asked = states.findIndex(({ moves }) => moves[0]?.deeds[0]?.type === 'given');
    const told = states[asked]?.moves ?? [];
    expect([asked >= 0 || starts.length > 1, Object.values(claim.unknown).some((values) => values.length > 1)]).toEqual(
      [true, true],
    );
    for (const one of told) {
      const less = withStates(claim, (state, at) =>
        at === asked ? { ...state, moves: state.moves.filter((move) => move !== one) } : state,
      );
      expect(judge(less).faults).not.toEqual([]);
    }
  });

  test('P52 takes nobody of whom something is unknown for one of whom it is known, and supposes nothing that is known', async () => {
    const claim = await claimed({
      steps: {
        ask: asking({ a: box }),
        warn: warning(),
        sign: { ...page(), entry: true },
        visit: page({ when: cookie }),
      },
      answers: { a: { type: 'boolean' } },
      duties: { visit: { passed: 'x/visit' } },
      files: {
        'flows/x/flow.json': {
          id: 'x',
          title: 'Made up',
          base: '/x',
          access: 'public',
          saves: 'session',
          line: ['ask', 'warn', 'sign', 'visit', 'end'],
          outcomes: ['done'],
          answers: { type: 'object', properties: { m: { type: 'object', properties: { a: { type: 'boolean' } } } } },
        },
      },
    });
    const { states } = claim.certificate;
    const at = states.findIndex(({ moves }) => moves[0]?.deeds[0]?.type === 'given');
    // Those whom the cookie leads past its page stand where nobody was asked.
    const past = states[at]?.moves.find(({ deeds: [deed] }) => !JSON.stringify(deed).includes('12'))?.to ?? 'nowhere';
    const skipped = withStates(claim, ({ moves, open }) => ({
      moves: moves.map((move) => (move.to === at && move.deeds[0]?.type === 'visited' ? { ...move, to: past } : move)),
      open,
    }));
    expect(judge(claim).faults).toEqual([]);
    expect(judge(skipped).faults.join()).toContain('what is known of them');
    const facts = { 'session.isAuthenticated': true };
    const others = [[{ type: 'given', facts }], [{ type: 'supposed', bind: 'm.a', value: true }]] as const;
    for (const deeds of others) {
      const told = withStates(claim, ({ moves, open }, one) =>
        one === at ? { moves: [{ deeds, to: at }, ...moves], open } : { moves, open },
      );
      expect(judge(told).faults).not.toEqual([]);
    }
    const strangers = claim.certificate.starts.map((start) => ({ ...start, given: facts }));
    expect(judge(certified(claim, { starts: strangers })).faults).not.toEqual([]);
  });

  test('P22 walks every move itself: one that leads elsewhere than it says is a fault', async () => {
    const claim = await small();
    const { states } = claim.certificate;
    const wrong = states.flatMap(({ moves }, at) =>
      moves.flatMap(({ to }, index) =>
        states.flatMap((_, other) => {
          if (other === to) return [];
          const led = withStates(claim, (state, one) =>
            one === at
              ? { ...state, moves: state.moves.map((move, i) => (i === index ? { ...move, to: other } : move)) }
              : state,
          );
          return [{ at, index, other, faults: judge(led).faults }];
        }),
      ),
    );
    expect(wrong.length).toBeGreaterThan(20);
    expect(wrong.filter(({ faults }) => faults.length === 0)).toEqual([]);
  });

  test('P23 what was shown counts only where it was shown on every way to a state', async () => {
    const found = await claimed({
      steps: { ask: asking({ a: box }), warn: { ...warning(), when: isTicked } },
      answers: { a: { type: 'boolean' } },
      duties: { all: { shown: 'notice' }, some: { when: isTicked, shown: 'notice' } },
    });
    expect(proves(found)).toEqual([false, true, true]);
  });
});
