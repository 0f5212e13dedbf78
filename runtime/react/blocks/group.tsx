import { useId } from 'react';
import type { ReactNode } from 'react';
import type { LayoutItem } from '../../core/definition.ts';
import { useRule, useText } from '../page/session.tsx';

/** Fields that belong together, a fieldset when they have a title; or what stands beside the page. */
export function GroupFrame({
  item,
  children,
}: {
  readonly item: Extract<LayoutItem, { kind: 'group' }>;
  readonly children: ReactNode;
}) {
  const shown = useRule(item.when);
  const title = useText(item.title);
  const id = useId();
  if (!shown) return null;
  if (item.aside)
    return (
      <aside className="aside" aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        {children}
      </aside>
    );
  if (item.folded)
    return (
      <details className="group folded">
        <summary>{title}</summary>
        <div className="folded-inner">{children}</div>
      </details>
    );
  return title ? (
    <fieldset className="group">
      <legend className="group-title">{title}</legend>
      {children}
    </fieldset>
  ) : (
    <div className="group">{children}</div>
  );
}
