/** app.json of one brand to a module whose default export is a CompiledApp. */
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
}

export function writeApp(
  brand: ResolvedBrand,
  { rules, values, kinds, kitHash, handOffs, booleanQuery }: AppContext,
): Module {
  const writer = new Writer({ rules, values, flow: '', kinds });
  const { app } = brand;
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
  return writer.module.finish(kitHash, {
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
    words: Object.fromEntries(
      entries(app['words']).flatMap(([part, table]) =>
        entries(table).map(([name, words]) => [`${part}.${name}`, writer.words(words)]),
      ),
    ),
    handOffs,
    booleanQuery,
    addresses: Object.fromEntries(entries(app['addresses']).map(([name, value]) => [name, writer.compute(value).js])),
  });
}
