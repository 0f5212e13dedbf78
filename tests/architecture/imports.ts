/** Every way in which one file can reach another, and the judgement of each by the table of rooms. */
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { rootFiles, rooms as table, type Room } from './rooms.ts';
import { at, isNode, literal, visit, type Node, type Source } from './source.ts';

export interface Reach {
  readonly how: 'static' | 'type' | 'dynamic' | 'export' | 'require' | 'glob' | 'url' | 'reference';
  /** Undefined when it is computed at run time. */
  readonly to: string | undefined;
  readonly start: number;
}

const calleeIs = (node: Node, ...names: readonly string[]): boolean => {
  const callee = node['callee'];
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return names.includes(String(callee['name']));
  if (callee.type !== 'MemberExpression') return false;
  const property = callee['property'];
  return isNode(property) && property.type === 'Identifier' && names.includes(String(property['name']));
};

const onlyTypes = (node: Node): boolean => {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true;
  const specifiers = (node['specifiers'] ?? []) as Node[];
  return (
    specifiers.length > 0 && specifiers.every((one) => one['importKind'] === 'type' || one['exportKind'] === 'type')
  );
};

const isCreateRequire = (node: unknown): boolean =>
  isNode(node) && node.type === 'CallExpression' && calleeIs(node, 'createRequire');

/** Names under which a file keeps a `require` of its own making. */
function requireNames(source: Source): string[] {
  const names = ['require'];
  visit(source.tree, (node) => {
    if (node.type === 'VariableDeclarator' && isCreateRequire(node['init']) && isNode(node['id']))
      names.push(String(node['id']['name']));
  });
  return names;
}

/** All imports of a file, whatever their form. */
export function reaches(source: Source): Reach[] {
  const found: Reach[] = [];
  const requires = requireNames(source);
  const add = (how: Reach['how'], to: string | undefined, start: number) => found.push({ how, to, start });
  visit(source.tree, (node): void => {
    const first = ((node['arguments'] ?? []) as unknown[])[0];
    switch (node.type) {
      case 'ImportDeclaration':
        add(onlyTypes(node) ? 'type' : 'static', literal(node['source']), node.start);
        break;
      case 'ExportAllDeclaration':
      case 'ExportNamedDeclaration':
        if (isNode(node['source'])) add(onlyTypes(node) ? 'type' : 'export', literal(node['source']), node.start);
        break;
      case 'ImportExpression':
        add('dynamic', literal(node['source']), node.start);
        break;
      case 'TSImportType':
        add('type', literal(node['source']), node.start);
        break;
      case 'TSExternalModuleReference':
        add('require', literal(node['expression']), node.start);
        break;
      case 'CallExpression':
        if (calleeIs(node, ...requires) || isCreateRequire(node['callee'])) add('require', literal(first), node.start);
        else if (calleeIs(node, 'mock', 'importActual', 'doMock') && literal(first) !== undefined)
          add('dynamic', literal(first), node.start);
        else if (
          calleeIs(node, 'glob') &&
          isNode(node['callee']) &&
          isNode(node['callee']['object']) &&
          node['callee']['object'].type === 'MetaProperty'
        ) {
          const patterns =
            isNode(first) && first.type === 'ArrayExpression' ? (first['elements'] as unknown[]) : [first];
          for (const pattern of patterns) add('glob', literal(pattern), node.start);
        }
        break;
      case 'NewExpression': {
        const base = ((node['arguments'] ?? []) as unknown[])[1];
        const beside = isNode(base) && source.text.slice(base.start, base.end) === 'import.meta.url';
        const to = literal(first);
        if (calleeIs(node, 'URL') && beside && to !== undefined && /\.[mc]?[jt]sx?$/.test(to))
          add('url', to, node.start);
        break;
      }
      default:
    }
  });
  for (const comment of source.comments) {
    const reference = /^\/\s*<reference\s+(types|path)\s*=\s*["']([^"']+)["']/.exec(comment.value);
    if (reference !== null)
      add(
        'reference',
        reference[1] === 'path' && !reference[2]?.startsWith('.') ? `./${reference[2]}` : reference[2],
        comment.start,
      );
  }
  return found;
}

const within = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The room a file stands in; the innermost one when rooms nest. */
const roomOf = (file: string): Room | undefined =>
  table.filter((room) => within(file, room.path)).sort((a, b) => b.path.length - a.path.length)[0];

/**
 * What is wrong with the imports of one file, one sentence each; empty when all are allowed.
 * @param declared the packages that package.json names; anything else that looks like a package is an alias or a stray.
 */
export function judge(source: Source, declared: ReadonlySet<string>): string[] {
  const room = roomOf(source.file);
  const rootPackages = rootFiles[source.file];
  if (room === undefined && rootPackages === undefined)
    return [`${source.file}: stands in no room; move it into one or name the room in tests/architecture/rooms.ts`];
  const wrong: string[] = [];
  for (const reach of reaches(source)) {
    const say = (why: string) =>
      wrong.push(`${at(source, reach.start)}: ${reach.how} import of ${reach.to ?? 'a computed place'}: ${why}`);
    const typesOnly = reach.how === 'type' || (reach.how === 'reference' && !reach.to?.startsWith('.'));
    if (reach.to === undefined) {
      if (room?.computed?.[source.file] === undefined)
        say('only the files that rooms.ts names may compute what they import');
      continue;
    }
    const to = reach.to.replace(/[?#].*$/, '') === '' ? reach.to : reach.to.replace(/\?.*$/, '');
    if (to.startsWith('.')) {
      const target = posix.normalize(posix.join(posix.dirname(source.file), to));
      if (room === undefined) {
        if (rootPackages?.includes(target) !== true)
          say('a configuration file at the root imports what rooms.ts names for it');
        continue;
      }
      const neighbour =
        room.apart === true &&
        within(target, room.path) &&
        target.split('/')[1] !== source.file.split('/')[1] &&
        roomOf(source.file)?.path === room.path;
      if (neighbour) say('folders of this room do not know each other');
      else if (target.startsWith('../')) say('outside the project');
      else {
        const home = roomOf(target);
        const allowed =
          (home !== undefined && home.path === room.path) ||
          room.rooms.some((one) => within(target, one)) ||
          (typesOnly && (room.types ?? []).some((one) => within(target, one)));
        if (!allowed) say(`${room.path} may not import ${home?.path ?? target}`);
      }
      continue;
    }
    if (to.startsWith('node:') || builtinModules.includes(to)) {
      const node = room === undefined ? true : room.node;
      if (!to.startsWith('node:')) say('write node: before the name of a module of Node');
      else if (node === false || (Array.isArray(node) && !node.includes(source.file))) say(`${room?.path} has no Node`);
      continue;
    }
    if (
      to.startsWith('#') ||
      to.startsWith('/') ||
      to.startsWith('~') ||
      to.includes(':') ||
      !(declared.has(packageOf(to)) || (typesOnly && declared.has(`@types/${packageOf(to)}`)))
    ) {
      const allowedClient = reach.how === 'reference' && ['vite/client', 'node'].includes(to);
      if (!allowedClient)
        say('neither a file nor a package of package.json: aliases, package imports and addresses are not used here');
      continue;
    }
    const name = packageOf(to);
    const packages =
      room === undefined
        ? (rootPackages ?? [])
        : [...(room.packages === 'all' ? [] : room.packages), ...(typesOnly ? (room.typePackages ?? []) : [])];
    if (room?.packages !== 'all' && !packages.includes(name))
      say(`${room?.path ?? source.file} may not import the package ${name}`);
  }
  return wrong;
}
