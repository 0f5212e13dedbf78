import type { ReactNode } from 'react';
import type { LayoutItem } from '../../core/definition.ts';
import { useRule, useText } from '../page/session.tsx';

/** Fields that belong together; a fieldset when they have a title. */
export function GroupFrame({
  item,
  children,
}: {
  readonly item: Extract<LayoutItem, { kind: 'group' }>;
  readonly children: ReactNode;
}) {
  const shown = useRule(item.when);
  const title = useText(item.title);
  if (!shown) return null;
  return title ? (
    <fieldset className="group">
      <legend className="group-title">{title}</legend>
      {children}
    </fieldset>
  ) : (
    <div className="group">{children}</div>
  );
}
