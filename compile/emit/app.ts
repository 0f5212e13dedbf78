/** app.json of one brand to a module whose default export is a CompiledApp, and its piece with the words of widgets. */
import type { Json } from '../../runtime/core/facts.ts';
import type { Docs } from '../content.ts';
import { entries, isObject, list, member } from '../json-types.ts';
import type { ResolvedBrand } from '../resolve.ts';
import type { Module } from '../types.ts';
import { writeLayout } from './layout.ts';
import { Writer } from './writer.ts';

interface AppContext {
  readonly rules: Docs;
  readonly values: Docs;
  /** Operation name to kind. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly kitHash: string;
  /** Names of the addresses to which some page hands people over. */
  readonly handOffs: readonly string[];
  /** Names of the parameters of an address that are true or false. */
  readonly booleanQuery: readonly string[];
  /** By folder name. */
  readonly widgets: Docs;
}

export function writeApp(
  brand: ResolvedBrand,
  { rules, values, kinds, kitHash, handOffs, booleanQuery, widgets }: AppContext,
): Module & { readonly pieces: readonly Module[] } {
  const writer = new Writer({ rules, values, flow: '', kinds });
  const { app } = brand;
  const words = entries(app['words']);
  const isLate = ([part]: readonly [string, unknown]): boolean => Object.hasOwn(widgets, part);
  const said = (parts: typeof words, by: Writer): object =>
    Object.fromEntries(
      parts.flatMap(([part, table]) =>
        entries(table).map(([name, text]) => [`${part}.${name}`, by.words(text)] as const),
      ),
    );
  const speaker = new Writer({ rules, values, flow: '', kinds });
  const pieces = [speaker.module.finish(kitHash, { words: said(words.filter(isLate), speaker) })];
  const target = (value: Json | undefined): unknown => (isObject(value) ? writer.target(value) : undefined);
  const links = (value: Json | undefined): unknown[] =>
    list(value).flatMap((link) =>
      isObject(link)
        ? [{ text: writer.words(link['text']), target: writer.target(link), when: writer.when(link['when']) }]
        : [],
    );
  const frame = (part: string): Readonly<Record<string, unknown>> => ({
    links: links(member(app[part], 'links')),
    layout: writeLayout(list(member(app[part], 'layout')), writer),
  });
  const idle = app['idle'];
  const first = writer.module.finish(kitHash, {
    pieces: writer.module.names(pieces),
    brand: brand.id,
    sessionLoads: list(member(app['session'], 'load')).flatMap((call) =>
      isObject(call) ? [writer.call({ ...call, keeps: 'session' })] : [],
    ),
    guards: writer.choices(app['guards']),
    home: writer.choices(app['home']),
    afterSignIn: writer.choices(app['afterSignIn']),
    signIn: target(app['signIn']),
    stepUp: target(app['stepUp']),
    unknownPath: target(app['unknownPath']),
    errors: list(app['errors']).flatMap((route) =>
      isObject(route)
        ? [
            {
              on: list(route['on']),
              when: writer.when(route['when']),
              target: writer.target(route),
              afterSeconds: route['afterSeconds'],
            },
          ]
        : [],
    ),
    applications: app['applications'] ?? {},
    idle: {
      afterSeconds: writer.compute(member(idle, 'afterSeconds') ?? 780).js,
      countdownSeconds: writer.compute(member(idle, 'countdownSeconds') ?? 120).js,
      exits: writer.choices(member(idle, 'exits')),
    },
    header: frame('header'),
    footer: { disclosures: list(member(app['footer'], 'disclosures')), ...frame('footer') },
    words: said(
      words.filter((part) => !isLate(part)),
      writer,
    ),
    handOffs,
    booleanQuery,
    addresses: Object.fromEntries(entries(app['addresses']).map(([name, value]) => [name, writer.compute(value).js])),
  });
  return { ...first, pieces };
}
