/** What is said of a flow as a whole: its name, address, who may enter, and the stages of its progress. */
import { canonical, list, member, text } from '../../compile/json-types.ts';
import { listed, plainWords, quoted } from '../words/english.ts';
import type { Flat } from './flat.ts';

export function wholeSentences(before: Flat, after: Flat): readonly string[] {
  const [was, is] = [before.flow, after.flow];
  const found: string[] = [];
  const name = quoted(text(is['title']) ?? after.id);
  const differs = (key: string): boolean => canonical(was[key] ?? null) !== canonical(is[key] ?? null);
  const value = (of: Flat['flow'], key: string): string => quoted(plainWords(text(of[key]) ?? 'nobody said'));
  if (differs('title')) found.push(`For everybody ${quoted(text(was['title']) ?? before.id)} is now called ${name}.`);
  if (differs('base'))
    found.push(
      `For everybody the addresses of ${name} now begin with ${quoted(text(is['base']) ?? '/')} (was ${quoted(text(was['base']) ?? '/')}).`,
    );
  if (differs('access')) found.push(`${name} is now for ${value(is, 'access')} (was for ${value(was, 'access')}).`);
  if (differs('saves'))
    found.push(`For everybody ${name} now keeps ${value(is, 'saves')} (was ${value(was, 'saves')}).`);
  const stages = (of: Flat['flow']): readonly string[] =>
    list(of['stages']).map((stage) => text(member(stage, 'title')) ?? text(member(stage, 'id')) ?? '');
  if (canonical(stages(was)) !== canonical(stages(is)))
    found.push(
      `For everybody the stages of ${name} are now ${listed(stages(is).map(quoted), 'and')} (were ${listed(stages(was).map(quoted), 'and')}).`,
    );
  return found;
}
