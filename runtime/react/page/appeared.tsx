import { useMemo } from 'react';
import type { LayoutItem, Step, Text } from '../../core/definition.ts';
import { useSay } from '../words.tsx';
import { useSelected, useText } from './session.tsx';

const none: readonly number[] = [];

/**
 * Says aloud, once and without taking the focus, what has appeared on the page after a time. The place stands from the
 * beginning, since a screen reader hears only of what changes in one that it knows; what is added is read, not all.
 */
export function Appeared({ step }: { readonly step: Step }) {
  const things = useMemo(() => thingsLater(step), [step]);
  const appeared = useSelected(({ page }) => page.appeared ?? none);
  return (
    <p className="quiet-words" role="status" aria-atomic="false">
      {appeared.map((place) => (
        <Told key={place} words={wordsOf(things.get(place))} />
      ))}
    </p>
  );
}

function Told({ words }: { readonly words: Text }) {
  const say = useSay();
  return <span>{say('page.appeared', { what: useText(words) })} </span>;
}

type Thing = LayoutItem | Step['actions'][number];

function thingsLater(step: Step): ReadonlyMap<number, Thing> {
  const inside = (items: readonly LayoutItem[]): readonly LayoutItem[] =>
    items.flatMap((item) => (item.kind === 'group' ? [item, ...inside(item.items)] : item));
  return new Map(
    [...inside(step.layout), ...step.actions].flatMap((thing): readonly (readonly [number, Thing])[] =>
      'appears' in thing && thing.appears !== undefined ? [[thing.appears, thing]] : [],
    ),
  );
}

/** The words by which it is known: a button's label, a link's or paragraph's text, a group's title or first words. */
function wordsOf(thing: Thing | undefined): Text {
  if (thing === undefined) return '';
  if ('label' in thing) return thing.label;
  if (thing.kind === 'copy' || thing.kind === 'link') return thing.text;
  return thing.kind === 'group' ? (thing.title ?? wordsOf(thing.items[0])) : '';
}
