import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Field } from '../../runtime/core/definition.ts';
import type { Event } from '../../runtime/core/events.ts';
import type { Facts, Json, JsonObject } from '../../runtime/core/facts.ts';
import { admit, redact } from '../../runtime/core/index.ts';
import { counting } from '../../runtime/core/validate.ts';
import { atLeast, check, constant, field, flow, is, person, read, step, world } from './build.ts';

const most = 3;
const parts: readonly Field[] = [
  field('name', { bind: 'name' }),
  field('kind', { bind: 'kind' }),
  field('age', { bind: 'age', type: 'integer', when: is('item.kind', 'child') }),
  field('tax', { bind: 'tax', sensitive: true, required: false, when: is('answers.asks', 'tax') }),
];
const people = field('people', {
  bind: 'people',
  type: 'array',
  sensitive: true,
  validate: (value) => (Array.isArray(value) ? undefined : { keyword: 'type' }),
  item: {
    name: 'person',
    fields: parts,
    checks: [check(atLeast('item.age', 1), 'age', 'Too young')],
    most,
    reads: ['answers.asks'],
  },
});
const asks = field('asks', { bind: 'asks', required: false });
const made = flow([step('one', { fields: [asks, people] }), step('two', { outcome: 'done' })]);
const nothing = { answers: {}, journey: {} };

/** What somebody may do to the list, honest or late: numbers of items that are there and of some that are not. */
const deed: fc.Arbitrary<Event> = fc.oneof(
  fc.constant({ type: 'itemAdded', field: 'people' } as const),
  fc.nat(5).map((item) => ({ type: 'itemRemoved', field: 'people', item }) as const),
  // A half-typed number is a text; a text is never a number.
  fc
    .tuple(
      fc.nat(5),
      fc.constantFrom('name', 'kind', 'age', 'tax'),
      fc.constantFrom('child', 'adult', 'Ana', ' Ben ', undefined),
      fc.integer({ min: -1, max: 3 }),
    )
    .map(([item, part, words, number]) => {
      const value = part === 'age' && words === 'adult' ? number : words;
      return { type: 'itemAnswered', field: 'people', item, part, value } as const;
    }),
);
const deeds = fc.array(deed, { maxLength: 12 });

/** The list as somebody would keep it on paper: numbered items. */
function onPaper(events: readonly Event[]): readonly JsonObject[] {
  let next = 1;
  let rows: { readonly id: number; readonly item: JsonObject }[] = [];
  for (const event of events) {
    if (event.type === 'itemAdded' && rows.length < most) rows = [...rows, { id: next++, item: {} }];
    else if (event.type === 'itemRemoved') rows = rows.filter(({ id }) => id !== event.item);
    else if (event.type === 'itemAnswered')
      rows = rows.map((row) => {
        if (row.id !== event.item) return row;
        const { [event.part]: _, ...rest } = row.item;
        const value = typeof event.value === 'string' ? event.value.trim() : event.value;
        return { ...row, item: value === undefined ? rest : { ...rest, [event.part]: value } };
      });
  }
  return rows.map(({ item }) => item);
}

describe('a list that the person makes', () => {
  test('L75 each deed is about the item it names, whatever was removed before; the list is one answer', () => {
    fc.assert(
      fc.property(deeds, (events) => {
        const who = person(made);
        for (const event of events) who.send(event);
        const expected = onPaper(events);
        expect(who.state.answers['people'] ?? []).toEqual(expected);
        expect((who.state.page.fields['people']?.items ?? []).length).toBe(expected.length);
        for (const { changes } of who.saves()) expect(Object.keys(changes)).toEqual(['people']);
      }),
    );
    const who = person(made);
    who.send({ type: 'itemAdded', field: 'people' });
    who.send({ type: 'itemRemoved', field: 'people', item: 1 });
    who.send({ type: 'itemAdded', field: 'people' });
    expect(who.state.page.fields['people']?.items?.map(({ id }) => id)).toEqual([2]);
    expect(() => who.send({ type: 'itemAdded', field: 'asks' })).toThrow('no list asks');
  });

  test('L76 what counts of an item is what is asked over the parts before it; outside all read that', () => {
    const facts = (answers: JsonObject): Facts => ({ ...world, answers, typed: {} });
    const child = { name: 'Ben', kind: 'child', age: 2 };
    expect(counting(people, [child, { ...child, kind: 'adult' }], facts({}))).toEqual([
      child,
      { name: 'Ben', kind: 'adult' },
    ]);
    const taxed = { name: 'Ana', kind: 'adult', tax: '1' };
    expect(counting(people, [taxed], facts({ asks: 'tax' }))).toEqual([taxed]);
    expect(counting(people, [taxed], facts({}))).toEqual([{ name: 'Ana', kind: 'adult' }]);
    const who = person(made);
    who.fill({ asks: 'tax' });
    who.fill({ people: [taxed, { ...child, age: 0 }] });
    expect(who.state.page.relevant['people']).toEqual([taxed, { ...child, age: 0 }]);
    who.press();
    expect([who.at, who.state.page.fields['people']?.message]).toEqual(['one', 'Person 2: Too young']);
    who.send({ type: 'itemAnswered', field: 'people', item: 2, part: 'age', value: 4 });
    expect(who.state.page.fields['people']?.message).toBeUndefined();
    who.fill({ asks: undefined });
    expect(who.state.page.relevant['people']).toEqual([
      { name: 'Ana', kind: 'adult' },
      { ...child, age: 4 },
    ]);
    who.press();
    expect(who.at).toBe('two');
    who.send({ type: 'visited', step: 'one' });
    expect(who.state.page.fields['people']?.items?.map(({ fields }) => fields.map(({ id }) => id))).toEqual([
      ['name', 'kind'],
      ['name', 'kind', 'age'],
    ]);
  });

  test('L77 every list that honest events make is admitted, save by save', () => {
    fc.assert(
      fc.property(deeds, (events) => {
        const who = person(made);
        for (const event of [...events, { type: 'pressed', action: 'continue' } as const]) who.send(event);
        let stored: { readonly answers: JsonObject; readonly journey: Readonly<Record<string, never>> } = nothing;
        for (const { changes, journey } of who.saves()) {
          const admission = admit(made, stored, { proposed: { changes, journey }, world, trail: [] });
          expect(admission.ok ? '' : `${admission.code} ${admission.path ?? ''} ${JSON.stringify(changes)}`).toBe('');
          if (admission.ok) stored = admission as never;
        }
        expect(stored.answers).toEqual(who.state.answers);
      }),
    );
  });

  test('L77 no other list is: too many items, a part that nobody asks, a wrong type, an item left unfinished', () => {
    const refused = (list: Json, left = false): string => {
      const journey = left ? { one: { by: 'action', action: 'continue' } as const } : {};
      const admission = admit(made, nothing, { proposed: { changes: { people: list }, journey }, world, trail: [] });
      return admission.ok ? 'admitted' : admission.code;
    };
    expect(refused([{}, {}, {}])).toBe('admitted');
    expect(refused([{}, {}, {}, {}])).toBe('wrongType');
    for (const wrong of [
      { role: 'x' },
      { name: 1 },
      { name: { sealed: '1234' } },
      { name: ['x'] },
      'Ana',
      null,
      ['Ana'],
      { sealed: '1' },
    ])
      expect([wrong, refused([wrong])]).toEqual([wrong, 'wrongType']);
    for (const wrong of [{ name: 'Ana' }, 'Ana', 1]) expect(refused(wrong)).toBe('wrongType');
    expect(refused([{ name: 'Ana', kind: 'adult' }], true)).toBe('admitted');
    expect(refused([{ name: 'Ana', kind: 'adult' }, {}], true)).toBe('notFinished');
    expect(refused([{ name: 'Ben', kind: 'child', age: 0 }], true)).toBe('notFinished');
  });

  test('L78 a key typed in one item leaves the others what they were', () => {
    const who = person(made);
    who.fill({
      people: [
        { name: 'Ana', kind: 'adult' },
        { name: 'Ben', kind: 'child', age: 3 },
      ],
    });
    const before = who.state.page.fields['people']?.items;
    who.send({ type: 'itemAnswered', field: 'people', item: 2, part: 'name', value: 'Bea' });
    const after = who.state.page.fields['people']?.items;
    expect(after?.[0]).toBe(before?.[0]);
    expect(after?.[1]).not.toBe(before?.[1]);
    expect(after?.[1]?.fields.find(({ id }) => id === 'kind')).toBe(
      before?.[1]?.fields.find(({ id }) => id === 'kind'),
    );
  });

  test('L78 a key in one item asks of that item alone, however many there are', () => {
    const asked = (size: number): number => {
      let count = 0;
      const counted = parts.map(
        (part): Field => ({
          ...part,
          validate: (value) => {
            count += 1;
            return part.validate(value);
          },
          ...(part.id === 'kind' && {
            default: {
              reads: [],
              of: () => {
                count += 1;
                return 'adult';
              },
            },
          }),
        }),
      );
      const item = { ...(people.item as NonNullable<Field['item']>), fields: counted, most: size };
      const who = person(flow([step('one', { fields: [asks, { ...people, item }] })]));
      who.fill({ people: Array.from({ length: size }, (_, index) => ({ name: `P${index}` })) });
      who.send({ type: 'itemAnswered', field: 'people', item: 2, part: 'name', value: 'Ana' });
      count = 0;
      who.send({ type: 'itemAnswered', field: 'people', item: 2, part: 'name', value: 'Bea' });
      return count;
    };
    expect(asked(4)).toBeGreaterThan(0);
    expect(asked(100)).toBe(asked(4));
  });

  test('L86 nothing is said against an item that was added since the page was asked, until it is asked again', () => {
    const who = person(made);
    const said = () => {
      const list = who.state.page.fields['people'];
      return [list?.message, ...(list?.items ?? []).map(({ fields }) => fields.map(({ message }) => message))];
    };
    who.fill({ people: [{ name: 'Ana' }] });
    who.press();
    expect(said()).toEqual(['Person 1: kind', [undefined, 'kind']]);
    who.send({ type: 'itemAdded', field: 'people' });
    expect(said()).toEqual(['Person 1: kind', [undefined, 'kind'], [undefined, undefined]]);
    who.send({ type: 'itemAnswered', field: 'people', item: 1, part: 'kind', value: 'adult' });
    expect(said()).toEqual([undefined, [undefined, undefined], [undefined, undefined]]);
    who.send({ type: 'itemAnswered', field: 'people', item: 2, part: 'kind', value: 'adult' });
    expect(said()).toEqual([undefined, [undefined, undefined], [undefined, undefined]]);
    who.press();
    expect([who.at, ...said()]).toEqual(['one', 'Person 2: name', [undefined, undefined], ['name', undefined]]);
    who.send({ type: 'itemAnswered', field: 'people', item: 2, part: 'name', value: 'Ben' });
    who.press();
    expect(who.at).toBe('two');
  });

  test('L101 what a question of an item proposes counts until the person answers or empties it there, and is saved with the list', () => {
    const guessed = { reads: ['item.kind'], of: ({ item }: Facts) => (item as JsonObject)['kind'] ?? undefined };
    const open = field('open', {
      bind: 'open',
      type: 'array',
      validate: (value) => (Array.isArray(value) ? undefined : { keyword: 'type' }),
      item: {
        name: 'person',
        fields: [
          field('kind', { bind: 'kind', default: constant(' child ') }),
          field('name', { bind: 'name', required: false, default: guessed, when: is('item.kind', 'child') }),
          field('tax', { bind: 'tax', required: false, default: read('answers.asks') }),
        ],
        checks: [],
        most,
        reads: ['answers.asks'],
      },
    });
    const proposing = flow([step('one', { fields: [asks, open] }), step('two', { outcome: 'done' })]);
    const who = person(proposing);
    const seen = () => who.state.page.relevant['open'];
    const answered = (item: number, part: string, value?: Json) =>
      who.send({ type: 'itemAnswered', field: 'open', item, part, value });
    who.send({ type: 'itemAdded', field: 'open' });
    const first = { kind: 'child', name: 'child' };
    expect([seen(), who.state.answers['open']]).toEqual([[first], [{}]]);
    who.fill({ asks: 'x' });
    expect([seen(), who.state.answers['open']]).toEqual([[{ ...first, tax: 'x' }], [first]]);
    who.send({ type: 'itemAdded', field: 'open' });
    answered(2, 'kind', 'adult');
    answered(1, 'name');
    answered(1, 'tax', 'mine');
    who.fill({ asks: 'y' });
    expect(seen()).toEqual([
      { kind: 'child', tax: 'mine' },
      { kind: 'adult', tax: 'x' },
    ]);
    // An empty answer is one: it stands whatever is proposed, at that item alone and not for one that comes later.
    answered(1, 'kind');
    expect([seen(), who.state.page.fields['open']?.items?.[0]?.fields[0]?.value]).toEqual([
      [{ tax: 'mine' }, { kind: 'adult', tax: 'x' }],
      undefined,
    ]);
    who.send({ type: 'itemRemoved', field: 'open', item: 1 });
    who.send({ type: 'itemAdded', field: 'open' });
    expect(seen()).toEqual([
      { kind: 'adult', tax: 'x' },
      { kind: 'child', name: 'child', tax: 'y' },
    ]);
    who.press();
    expect([who.at, who.state.answers['open']]).toEqual([
      'two',
      [
        { kind: 'adult', name: 'child', tax: 'x' },
        { kind: 'child', name: 'child', tax: 'y' },
      ],
    ]);
    let stored: { readonly answers: JsonObject; readonly journey: JsonObject } = nothing;
    for (const { changes, journey } of who.saves()) {
      const admission = admit(proposing, stored as never, { proposed: { changes, journey }, world, trail: [] });
      expect(admission.ok ? '' : `${admission.code} ${admission.path ?? ''}`).toBe('');
      if (admission.ok) stored = admission as never;
    }
    expect(stored.answers).toEqual(who.state.answers);
  });

  test('L102 what an item asks no more is gone with the page, where its question says so; the rest of it stays', () => {
    const [name, kind, age] = parts as readonly [Field, Field, Field];
    const item = {
      ...(people.item as NonNullable<Field['item']>),
      fields: [
        name,
        kind,
        { ...age, hidden: 'erase' as const },
        field('tax', { bind: 'tax', required: false, when: is('item.kind', 'child') }),
      ],
    };
    const erasing = flow([step('one', { fields: [asks, { ...people, item }] }), step('two', { outcome: 'done' })]);
    const who = person(erasing);
    const child = { name: 'Ben', kind: 'child', age: 2, tax: '1' };
    who.fill({ people: [child, { ...child, name: 'Bea' }] });
    who.send({ type: 'itemAnswered', field: 'people', item: 2, part: 'kind', value: 'adult' });
    expect(who.state.answers['people']).toEqual([child, { ...child, name: 'Bea', kind: 'adult' }]);
    who.press();
    const left = [child, { name: 'Bea', kind: 'adult', tax: '1' }];
    expect([who.at, who.state.answers['people']]).toEqual(['two', left]);
    expect(who.saves().at(-1)?.changes).toEqual({ people: left });
  });

  test('L79 the parts of an item are redacted, and so is the list that holds them', () => {
    expect(redact(made, { people: [{ tax: '1' }], other: [{ tax: '1', name: 'Ana' }] })).toEqual({
      people: '[redacted]',
      other: [{ tax: '[redacted]', name: 'Ana' }],
    });
  });
});
