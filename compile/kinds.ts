/** What a file is, by where it lives. An open table: a new kind is a row here and a meta schema. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^schemas\/meta\/.+\.json$/, 'ignored'],
  [/^schemas\/facts\.json$/, 'facts'],
  [/^schemas\/words\.json$/, 'words'],
  [/^schemas\/duties\/[^/]+\.json$/, 'duty'],
  [/^schemas\/values\/[^/]+\.json$/, 'value'],
  [/^schemas\/api\/operations\/[^/]+\.json$/, 'operation'],
  [/^schemas\/api\/operations\/[^/]+\.graphql$/, 'graphql'],
  [/^schemas\/api\/statuses\.json$/, 'statuses'],
  [/^schemas\/api\/answers\.json$/, 'answers'],
  [/^schemas\/api\/groups\.json$/, 'table'],
  [/^schemas\/api\/[^/]+\.(graphql|json)$/, 'ignored'],
  [/^schemas\/[^/]+\.(md|graphql)$/, 'ignored'],
  [/^widgets\/[^/]+\/widget\.json$/, 'widget'],
  [/^runtime\/react\/controls\/[^/]+\/control\.json$/, 'control'],
  [/^runtime\/react\/styles\/tokens\.css$/, 'ignored'],
  [/^flows\/app\.json$/, 'app'],
  [/^flows\/rules\/[^/]+\.json$/, 'rule'],
  [/^flows\/values\/[^/]+\.json$/, 'named-value'],
  [/^flows\/[^/]+\/flow\.json$/, 'flow'],
  [/^flows\/[^/]+\/migrations\.json$/, 'migrations'],
  [/^flows\/[^/]+\/steps\/[^/]+\.json$/, 'step'],
  [/^flows\/[^/]+\/dialogs\/[^/]+\.json$/, 'dialog'],
  [/^flows\/[^/]+\/rules\/[^/]+\.json$/, 'rule'],
  [/^flows\/[^/]+\/values\/[^/]+\.json$/, 'named-value'],
  [/^flows\/[^/]+\/fixtures\/[^/]+\.json$/, 'fixture'],
  [/^brands\/[^/]+\/brand\.json$/, 'brand'],
  [/^brands\/[^/]+\/theme\.json$/, 'theme'],
  [/^brands\/[^/]+\/flags\.(local|dev|qa|prod)\.json$/, 'flags'],
  [/^brands\/[^/]+\/app\.json$/, 'app-overlay'],
  [/^brands\/[^/]+\/flows\/[^/]+\.json$/, 'overlay'],
  [/^brands\/[^/]+\/assets\/.+$/, 'ignored'],
  [/^compliance\/states\/[A-Z]{2}\.json$/, 'state'],
  [/^compliance\/obligations\/[^/]+\.json$/, 'obligation'],
  [/^compliance\/(disclosures|agreements|mails)\/[^/]+\/[^/]+\.md$/, 'document'],
  [/(^|\/)README\.md$/, 'ignored'],
];

/**
 * The kind of a file: the name of its meta schema, `document`, `graphql`, `table` (an object that `npm run types` alone
 * reads), `ignored`, or `undefined` when it has no place.
 */
export function kindOf(file: string): string | undefined {
  return KINDS.find(([pattern]) => pattern.test(file))?.[1];
}
