import { describe, expect, test } from 'vitest';
import { admit, type Event, type FileRefusal, type StoredFile } from '../../runtime/core/index.ts';
import { byteSize } from '../../runtime/core/files.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { action, effect, field, flow, person, step, world } from './build.ts';

const most = 3;
const file = {
  accept: ['application/pdf'],
  endings: ['.pdf'],
  says: 'PDF',
  maxBytes: 1000,
  most,
  words: { fileLost: 'The connection was lost. Try again.', fileSize: 'Too large', fileLarger: 'Larger than we take' },
};
const fileNamed = (id: string, name = `${id}.pdf`): StoredFile => ({
  id,
  name,
  bytes: 10,
  type: 'application/pdf',
  hash: id.repeat(64).slice(0, 64),
});
const papers = field('papers', {
  type: 'array',
  bind: 'papers',
  sensitive: true,
  file,
  validate: (value) => (Array.isArray(value) && value.length <= most ? undefined : { keyword: 'maxItems' }),
});
const made = flow(
  [
    step('home', { fields: [papers, field('other', { required: false })], actions: [action('continue')] }),
    step('end', { actions: [] }),
  ],
  { saves: 'application' },
);
const many = flow([step('home', { fields: [{ ...papers, file: { ...file, most: 30 } }], actions: [] })], {
  saves: 'application',
});
const chosen = (id: string, bytes = 10): Event => ({
  type: 'fileChosen',
  field: 'papers',
  file: { id, name: `${id}.pdf`, bytes },
});
const stored = (id: string): Event => ({ type: 'fileStored', id, file: fileNamed(id) });
const refused = (id: string, refusal: FileRefusal = 'fileLost'): Event => ({ type: 'fileRefused', id, refusal });
const removed = (id: string): Event => ({ type: 'fileRemoved', field: 'papers', id });
const again = (id: string): Event => ({ type: 'fileAgain', field: 'papers', id });
const answer = (who: ReturnType<typeof person>) => (who.state.answers['papers'] ?? []) as readonly StoredFile[];
const names = (who: ReturnType<typeof person>) => answer(who).map(({ id }) => id);

/** Whole numbers below `n`, the same ones for the same seed. */
const drawing = (seed: number) => {
  let chance = seed;
  return (n: number) => {
    chance = (chance * 48_271) % 2_147_483_647;
    return chance % n;
  };
};

describe('files as an answer', () => {
  test('L95 a file is in the answer once it is stored, in the order in which files were chosen, and each is saved at once', () => {
    const who = person(made);
    who.send(chosen('a'));
    who.send(chosen('b'));
    expect(names(who)).toEqual([]);
    expect(who.state.page.fields['papers']?.files).toMatchObject([
      { id: 'a', sent: 0 },
      { id: 'b', sent: 0 },
    ]);
    who.send({ type: 'fileSent', id: 'b', sent: 7 });
    expect(who.state.page.fields['papers']?.files?.[1]).toMatchObject({ id: 'b', sent: 7 });
    const effects = who.send(stored('b'));
    expect(effect(effects, 'save')).toMatchObject([{ changes: { papers: [fileNamed('b')] } }]);
    who.send(stored('a'));
    expect(names(who)).toEqual(['a', 'b']);
    expect(who.state.page.fields['papers']?.files?.every(({ sent }) => sent === undefined)).toBe(true);
    expect(effect(who.send(removed('a')), 'save')).toMatchObject([{ changes: { papers: [fileNamed('b')] } }]);
    expect(effect(who.send(removed('b')), 'save')).toMatchObject([{ changes: { papers: null } }]);
  });

  test('L95 however fast files are stored, refused, sent again and taken away, they stand as they were chosen', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const who = person(many);
      const next = drawing(seed);
      const order: string[] = [];
      const rounds = 20;
      for (let turn = 0; turn < rounds; turn += 1) {
        const moves: readonly ((id: string) => Event)[] = [stored, refused, removed, again];
        const old = order[next(order.length + 1)];
        if (old === undefined) {
          order.push(`f${turn}`);
          who.send(chosen(`f${turn}`));
        } else {
          who.send((moves[next(moves.length)] as (id: string) => Event)(old));
        }
        expect(names(who), `seed ${seed}`).toEqual(order.filter((id) => names(who).includes(id)));
      }
    }
  });

  test('L95 news of a file that was taken away, that is not known, or whose page was left change nothing', () => {
    const who = person(made);
    who.send(chosen('a'));
    expect(who.send(removed('a'))).toContainEqual({ type: 'dropUpload', id: 'a' });
    const before = who.state;
    for (const event of [
      stored('a'),
      refused('a'),
      again('a'),
      removed('a'),
      stored('never'),
      { type: 'fileSent', id: 'a', sent: 5 } as const,
    ])
      expect(who.send(event)).toEqual([]);
    expect(who.state.answers).toEqual(before.answers);
    expect(who.state.page.fields['papers']?.files).toEqual([]);
    who.send(chosen('b'));
    who.send(stored('b'));
    who.send(chosen('c'));
    who.press();
    expect(who.at).toBe('home');
    const left = who.send({ type: 'entered', answers: who.state.answers, journey: {}, revision: 1, world });
    expect(effect(left, 'dropUpload')).toEqual([{ type: 'dropUpload', id: 'c' }]);
    who.send(stored('c'));
    expect(names(who)).toEqual(['b']);
  });

  test('L95 what is too many, too large or empty is not sent at all', () => {
    const who = person(made);
    const all: readonly (readonly [Event, FileRefusal | undefined])[] = [
      [chosen('a', 1001), 'fileSize'],
      [chosen('b', 0), 'fileEmpty'],
      [chosen('c', 1000), undefined],
      [chosen('d'), undefined],
      [chosen('e'), undefined],
      [chosen('f'), 'maxItems'],
    ];
    for (const [event, why] of all) {
      const sent = effect(who.send(event), 'upload');
      expect(sent).toHaveLength(why === undefined ? 1 : 0);
      expect(who.state.page.uploads?.['papers']?.at(-1)?.refused).toBe(why);
    }
  });

  test('L96 a press waits for what is on its way, and is done with the last file that comes', () => {
    const who = person(made);
    who.send(chosen('a'));
    who.send(chosen('b'));
    expect(effect(who.press(), 'save')).toEqual([]);
    expect(who.state.page.waits).toBe('continue');
    who.send(stored('a'));
    expect(who.at).toBe('home');
    who.send(stored('b'));
    expect(who.at).toBe('end');
  });

  test('L96 a file that did not come keeps the page until it is sent again or taken away, in words that say what to do', () => {
    for (const end of ['again', 'away'] as const) {
      const who = person(made);
      who.send(chosen('a'));
      who.send(chosen('b'));
      who.press();
      who.send(stored('a'));
      who.send(refused('b'));
      expect(who.at).toBe('home');
      expect(who.state.page.waits).toBeUndefined();
      expect(who.state.page.fields['papers']?.message).toBe('b.pdf: The connection was lost. Try again.');
      expect(who.state.page.fields['papers']?.files?.[1]).toMatchObject({ id: 'b', again: true });
      who.press();
      expect(who.at).toBe('home');
      if (end === 'again') {
        expect(effect(who.send(again('b')), 'upload')).toHaveLength(1);
        who.send(stored('b'));
      } else who.send(removed('b'));
      who.press();
      expect(who.at).toBe('end');
      expect(names(who)).toEqual(end === 'again' ? ['a', 'b'] : ['a']);
    }
  });

  test('L97 the lock takes files that were sent for this document, as they were sent, and no others', () => {
    const files = [fileNamed('a'), fileNamed('b')];
    const over = (value: Json) => {
      const found = admit(
        made,
        { answers: {}, journey: {} },
        { proposed: { changes: { papers: value }, journey: {} }, world, trail: [], files },
      );
      return found.ok ? 'ok' : found.code;
    };
    const mine = fileNamed('a');
    expect([over([mine]), over([...files]), over(null)]).toEqual(['ok', 'ok', 'ok']);
    const others: readonly JsonObject[] = [
      fileNamed('c'),
      { ...mine, name: 'x' },
      { ...mine, bytes: 11 },
      { ...mine, type: 'image/png' },
      { ...mine, hash: '0'.repeat(64) },
      { ...mine, more: true },
      { id: 'a' },
    ];
    for (const other of others)
      expect([over([other]), over([fileNamed('b'), other])]).toEqual(['noSuchFile', 'noSuchFile']);
    expect([over([mine, mine]), over([null]), over(['a']), over([[mine]])]).toEqual(Array(4).fill('noSuchFile'));
    expect(over(mine)).toBe('wrongType');
  });

  test('L97 what honest events make is admitted, whatever was chosen, refused and taken away on the way', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const who = person(made);
      const next = drawing(seed);
      const sent: StoredFile[] = [];
      for (let turn = 0; turn < 15; turn += 1) {
        const id = String.fromCodePoint(97 + next(6));
        const moves: readonly Event[] = [chosen(id), stored(id), refused(id), removed(id), again(id)];
        const move = moves[next(moves.length)] as Event;
        if (move.type === 'fileChosen' && who.state.page.fields['papers']?.files?.some((one) => one.id === id))
          continue;
        if (move.type === 'fileStored') sent.push(fileNamed(id));
        who.send(move);
      }
      const value = who.state.answers['papers'];
      if (value === undefined) continue;
      const found = admit(
        made,
        { answers: {}, journey: {} },
        { proposed: { changes: { papers: value }, journey: {} }, world, trail: [], files: sent },
      );
      expect(found, `seed ${seed}`).toMatchObject({ ok: true });
      expect(names(who).length).toBeLessThanOrEqual(most);
    }
  });

  test('L96 a file that the server takes no more, though its field does, is said to be larger than it takes', () => {
    const who = person(made);
    for (const [told, said] of [
      [undefined, 'Too large'],
      [2000, 'Too large'],
      [500, 'Larger than we take'],
    ] as const) {
      who.send(chosen('a'));
      who.send({ type: 'fileRefused', id: 'a', refusal: 'fileSize', ...(told !== undefined && { most: told }) });
      expect(who.state.page.fields['papers']?.files?.[0]?.problem).toBe(said);
      who.send(removed('a'));
    }
  });

  test('sizes are said as phones and computers show them', () => {
    const sizes = [1, 999, 1000, 1500, 35_499, 999_499, 999_500, 2_400_000, 20_000_000];
    expect(sizes.map(byteSize).map(({ word, count }) => `${count} ${word}`)).toEqual([
      '1 byte',
      '999 bytes',
      '1 kilobytes',
      '1.5 kilobytes',
      '35 kilobytes',
      '999 kilobytes',
      '1 megabytes',
      '2.4 megabytes',
      '20 megabytes',
    ]);
  });
});
