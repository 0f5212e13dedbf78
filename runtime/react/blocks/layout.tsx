import { memo, use } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { isAwaited } from '../../core/index.ts';
import type { LayoutItem, Step } from '../../core/definition.ts';
import type { State } from '../../core/state.ts';
import { CopyBlock, DisclosureBlock, LinkBlock, WidgetBlock } from './blocks.tsx';
import { controls } from '../controls/index.ts';
import { FieldBlock, LockedField } from './field.tsx';
import { GroupFrame } from './group.tsx';
import { latePart } from './late-part.tsx';
import { RepeatContext } from './repeat-context.ts';
import { numberLinks } from './links.ts';
import { useSelected } from '../page/session.tsx';
import type { PageParts } from '../page/session.tsx';

/** What shows a list: its items, or a widget that is given as many of them. */
const ListPart = latePart<{
  readonly item: Extract<LayoutItem, { kind: 'repeat' | 'widget' }>;
  readonly children?: ReactNode;
}>({
  load: () => import('./list.tsx'),
  nameOf: ({ item }) => item.id,
});

const SummaryBlock = latePart<{ readonly item: Extract<LayoutItem, { kind: 'summary' }> }>({
  load: () => import('./summary.tsx'),
  nameOf: ({ item }) => item.kind,
});

/** Kind of layout item -> what draws it. Exhaustive by type; a group draws its items in turn. */
const blocks: {
  readonly [K in LayoutItem['kind']]: ComponentType<{ readonly item: Extract<LayoutItem, { kind: K }> }>;
} = {
  field: FieldBlock,
  copy: CopyBlock,
  disclosure: DisclosureBlock,
  summary: SummaryBlock,
  link: LinkBlock,
  widget: WidgetBlock,
  repeat: ({ item }) => (
    <ListPart item={item}>
      <Items items={item.items} />
    </ListPart>
  ),
  button: ({ item }) => {
    const Button = use(RepeatContext);
    return <Button item={item} />;
  },
  group: ({ item }) => (
    <GroupFrame item={item}>
      <Items items={item.items} />
    </GroupFrame>
  ),
};

/** Whether nothing is typed on a page: what it is there for are the words, and most of them are told by its calls. */
export const onlyTells = ({ isTold, kind, fields }: Step): boolean =>
  isTold ?? (kind === 'form' && Object.values(fields).every(({ control }) => controls[control] === undefined));

/**
 * The components of a page that may come late. Of one on which something is typed no widget is among them that stands
 * below its questions: whoever fills them in need not wait for it. A question itself, and what stands above one or
 * beside the page, are among them: all below moved as they came, or as it turned out that they have nothing to say.
 */
export function partsOf(step: Step, { page }: State, widgets: PageParts['widgets']): readonly unknown[] {
  const lateIn = (items: readonly LayoutItem[], waits: boolean | undefined): readonly unknown[] =>
    items.flatMap((item) => [
      item.kind === 'repeat'
        ? ListPart
        : item.kind === 'widget'
          ? waits && widgets(item.widget)
          : item.kind === 'summary' && SummaryBlock,
      ...('items' in item ? lateIn(item.items, waits || (item.kind === 'group' && item.aside)) : []),
    ]);
  const below = step.layout.findLastIndex(({ kind }) => kind === 'field') + 1;
  return [
    Object.values(page.fields).some(({ locked }) => locked) && LockedField,
    ...Object.values(step.fields).map(({ control }) => controls[control]?.Draw ?? widgets(control)),
    ...lateIn(step.layout.slice(0, below), true),
    ...lateIn(step.layout.slice(below), onlyTells(step)),
  ];
}

function Items({ items }: { readonly items: readonly LayoutItem[] }) {
  return items.map((item, index) => {
    const Drawn = ('asListed' in item ? ListPart : blocks[item.kind]) as ComponentType<{ readonly item: LayoutItem }>;
    return 'appears' in item && item.appears !== undefined ? (
      <Later key={index} item={item}>
        <Drawn item={item} />
      </Later>
    ) : (
      <Drawn key={index} item={item} />
    );
  });
}

/** What appears only after a time. */
function Later({ item, children }: { readonly item: LayoutItem; readonly children: ReactNode }) {
  const isWaited = useSelected(({ page }) => isAwaited(page, item));
  return isWaited ? null : children;
}

/** A layout, item by item in order. Its links are numbered anew, since the engine knows a link by its number. */
export function Layout({ items }: { readonly items: readonly LayoutItem[] }) {
  numberLinks(items);
  return <Items items={items} />;
}

const isBelow = (item: LayoutItem): boolean => item.kind === 'group' && item.below === true;

/** What stands under the buttons of a step. */
export function BelowButtons({ step }: { readonly step: Step }) {
  const items = step.layout.filter(isBelow);
  return items.length === 0 ? null : (
    <div className="fields below">
      <Items items={items} />
    </div>
  );
}

/**
 * What stands before the buttons of a step: its fields. It is rendered once for each step: each field listens to the
 * store by itself, so neither a keystroke nor a message renders the others again.
 */
export const StepFields = memo(function StepFields({ step }: { readonly step: Step }) {
  numberLinks(step.layout);
  return (
    <div className="fields">
      <Items items={step.layout.filter((item) => !isBelow(item))} />
    </div>
  );
});
