import type { ReactNode } from 'react';
import type { LayoutItem } from '../../core/definition.ts';
import { ListedWidget } from './listed.tsx';
import { RepeatFrame } from './repeat.tsx';

/** What shows a list of the page. One file: a widget that shows what a list does stands on the page of that list. */
export default function ListPart({
  item,
  children,
}: {
  readonly item: Extract<LayoutItem, { kind: 'repeat' | 'widget' }>;
  readonly children?: ReactNode;
}) {
  return item.kind === 'widget' ? <ListedWidget item={item} /> : <RepeatFrame item={item}>{children}</RepeatFrame>;
}
