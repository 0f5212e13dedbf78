/** Writes the parts that every module has: computes, rules, texts, targets, calls. One writer per module. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Docs } from '../content.ts';
import { canonical, entries, isObject, list, member, text } from '../json-types.ts';
import type { Code, Scope } from './code.ts';
import { compileExpression } from './expression.ts';
import { Js, ModuleText } from './module.ts';
import { compileText } from './text.ts';

export interface Written {
  readonly js: Js;
  readonly reads: ReadonlySet<string>;
}
interface Shared {
  readonly rules: Docs;
  readonly values: Docs;
  /** The flow in which a target without one stays. */
  readonly flow: string;
  /** Operation name to its kind. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Operations that raise the assurance of the session: with which outcomes. */
  readonly assuring?: ReadonlyMap<string, readonly string[]>;
  readonly moving?: ReadonlyMap<string, JsonObject>;
  /** Operations whose errors may be quoted: how many characters of them. */
  readonly quoted?: ReadonlyMap<string, number>;
  /** Cookie to its declared age in seconds, where acts write. */
  readonly cookieAges?: Readonly<Record<string, number>>;
}
type Members = Readonly<Record<string, unknown>>;

export class Writer {
  readonly module = new ModuleText();
  readonly scope: Scope;
  readonly #functions = new Map<string, Code>();
  readonly #flow: string;
  readonly #kinds: Readonly<Record<string, string>>;
  readonly #assuring: ReadonlyMap<string, readonly string[]>;
  readonly #moving: ReadonlyMap<string, JsonObject>;
  readonly #quoted: ReadonlyMap<string, number>;
  readonly #cookieAges: Readonly<Record<string, number>>;

  constructor(shared: Shared) {
    const { rules, values, flow, kinds, assuring = new Map(), moving = new Map(), cookieAges = {} } = shared;
    this.#quoted = shared.quoted ?? new Map();
    this.#flow = flow;
    this.#kinds = kinds;
    this.#assuring = assuring;
    this.#moving = moving;
    this.#cookieAges = cookieAges;
    this.scope = {
      policy: 'unknown',
      data: 'f',
      depth: 0,
      hoist: (prefix, expression) => this.module.hoist(prefix, expression),
      rule: (name) => {
        const body = (of: Code): Code => ({ ...of, js: truthOf(of), isTruth: true });
        return this.#named(`rule ${name}`, member(rules[name], 'rule'), body);
      },
      value: (name) => this.#named(`value ${name}`, member(values[name], 'value'), (of) => of),
    };
  }

  /** A named rule or value becomes one function, called from wherever it is used. */
  #named(key: string, expression: Json | undefined, body: (of: Code) => Code): Code {
    const known = this.#functions.get(key);
    if (known) return known;
    if (expression === undefined)
      throw new Error(`There is no ${key}; the checks should have said so before compiling.`);
    this.#functions.set(key, { js: 'undefined', reads: new Set(), loops: false });
    const of = body(compileExpression(expression, this.scope));
    const call = { ...of, js: `${this.module.hoist('n', functionOf(of.js))}(f)` };
    this.#functions.set(key, call);
    return call;
  }

  #compute(of: Code, extra: Members = {}): Written {
    const members = Object.entries(extra).flatMap(([key, value]) =>
      value === undefined ? [] : [`,${JSON.stringify(key)}:${JSON.stringify(value)}`],
    );
    const body = of.loops ? `k.bounded(()=>${parenthesised(of.js)})` : parenthesised(of.js);
    return {
      js: new Js(
        this.module.hoist(
          'c',
          `{reads:${JSON.stringify([...of.reads].sort())},of:${functionOf(body)}${members.join('')}}`,
        ),
      ),
      reads: of.reads,
    };
  }

  compute(expression: Json): Written {
    return this.#compute(compileExpression(expression, this.scope));
  }
  computes(members: Json | undefined): Members {
    return Object.fromEntries(entries(members).map(([key, value]) => [key, this.compute(value).js]));
  }

  /** A rule: the name of one, or json-logic. */
  rule(rule: Json): Written {
    if (typeof rule !== 'string') {
      const of = compileExpression(rule, this.scope);
      return this.#compute({ ...of, js: truthOf(of) });
    }
    return this.#compute(this.scope.rule(rule), { name: rule });
  }
  /** When something appears, in milliseconds; absent: at once. */
  after(appearsAfterMs: Json | undefined): Js | undefined {
    return appearsAfterMs === undefined ? undefined : this.compute(appearsAfterMs).js;
  }
  when(rule: Json | undefined): Js | undefined {
    return rule === undefined ? undefined : this.rule(rule).js;
  }

  /** Words; a plain string stays one. */
  text(words: Json | undefined): { readonly js: unknown; readonly reads: ReadonlySet<string> } | undefined {
    if (typeof words !== 'string') return undefined;
    const compiled = compileText(words, this.scope);
    return typeof compiled === 'string' ? { js: compiled, reads: new Set() } : this.#compute(compiled);
  }
  words(words: Json | undefined): unknown {
    return this.text(words)?.js;
  }

  /** One target; its keys stand beside others (`when`, `text`), which are left out. */
  target(target: JsonObject): Members {
    const { track } = target;
    const told = isObject(track) && { track: { event: track['event'], with: this.computes(track['with']) } };
    const { tells } = target;
    return { ...this.#place(target), ...told, ...(isObject(tells) && { tells: this.call(tells) }) };
  }
  #place(target: JsonObject): Members {
    if (typeof target['to'] === 'string') {
      const [first = '', second] = target['to'].split('/');
      return {
        kind: 'to',
        flow: second === undefined ? this.#flow : first,
        step: second ?? first,
        carry: target['carry'] === undefined ? undefined : this.computes(target['carry']),
        keep: target['keep'],
        reenter: target['reenter'],
      };
    }
    if (target['leave'] !== undefined) {
      return {
        kind: 'leave',
        address: target['leave'],
        url: target['url'] === undefined ? undefined : this.compute(target['url']).js,
        hash: target['hash'] === undefined ? undefined : this.computes(target['hash']),
        query: target['query'] === undefined ? undefined : this.computes(target['query']),
      };
    }
    if (target['handOff'] !== undefined) {
      return {
        kind: 'handOff',
        address: target['handOff'],
        with: target['with'] === undefined ? undefined : this.computes(target['with']),
        supplies: target['supplies'],
        in: target['in'],
        cookies: this.writes(target['set']).cookies,
      };
    }
    if (target['dialog'] !== undefined) return { kind: 'dialog', dialog: target['dialog'] };
    if (target['reopen'] !== undefined)
      return { kind: 'reopen', steps: target['reopen'], message: this.words(target['message']) };
    if (target['signOut'] === true)
      return { kind: 'signOut', then: isObject(target['then']) ? this.target(target['then']) : undefined };
    if (target['reload'] === true) return { kind: 'reload' };
    if (target['return'] === true) return { kind: 'return' };
    const { message, otherwise, at, tone, clears } = target;
    return { kind: 'stay', message: this.words(message), otherwise: this.words(otherwise), at, tone, clears };
  }
  targets(on: Json | undefined): Members {
    return Object.fromEntries(
      entries(on).flatMap(([key, target]) => (isObject(target) ? [[key, this.target(target)]] : [])),
    );
  }
  choices(choices: Json | undefined): readonly Members[] {
    return list(choices).flatMap((choice) =>
      isObject(choice) ? [{ when: this.when(choice['when']), target: this.target(choice) }] : [],
    );
  }

  call(call: JsonObject): Members {
    const operation = text(call['call']) ?? '';
    const refresh = call['refresh'];
    return {
      operation,
      kind: this.#kinds[operation] ?? 'graphql',
      assures: this.#assuring.get(operation),
      moves: this.#moving.get(operation),
      detail: this.#quoted.get(operation),
      with: this.computes(call['with']),
      as: call['as'],
      keeps: call['keeps'] ?? 'screen',
      when: this.when(call['when']),
      refresh: isObject(refresh) ? { on: list(refresh['on']), debounceMs: refresh['debounceMs'] ?? 0 } : undefined,
      on: this.targets(call['on']),
    };
  }
  calls(calls: Json | undefined): readonly Members[] {
    return list(calls).flatMap((call) => (isObject(call) ? [this.call(call)] : []));
  }
  /** What an act writes: answers, and cookies with the age they are declared with. */
  writes(set: Json | undefined): { readonly set: readonly Members[]; readonly cookies?: readonly Members[] } {
    const written = entries(set).map(([path, value]) => {
      const [root = '', ...rest] = path.split('.');
      return { root, path: rest.join('.'), value: this.compute(value).js };
    });
    const cookies = written.filter(({ root }) => root === 'cookies');
    return {
      set: written.filter(({ root }) => root === 'answers').map(({ path, value }) => ({ path, value })),
      ...(cookies.length > 0 && {
        cookies: cookies.map(({ path, value }) => ({ name: path, value, maxAgeSeconds: this.#cookieAges[path] ?? 0 })),
      }),
    };
  }
  reactions(events: Json | undefined): Members {
    return Object.fromEntries(
      entries(events).map(([name, reaction]) => [
        name,
        {
          ...this.writes(member(reaction, 'set')),
          clears: member(reaction, 'clears'),
          calls: this.calls(member(reaction, 'calls')),
          next: this.choices(member(reaction, 'next')),
        },
      ]),
    );
  }
}

/** A function of the facts; one that is called with them alone is that function. */
const functionOf = (js: string): string => /^(\w+)\(f\)$/.exec(js)?.[1] ?? `f=>${js}`;

/** What a rule comes to: true, false or unknown. */
const truthOf = (of: Code): string => (of.isTruth === true ? of.js : `k.truth(${of.js})`);

function parenthesised(js: string): string {
  return js.startsWith('{') ? `(${js})` : js;
}
/** Conjunction of rules as one rule; `undefined` when there is none. */
export function both(...rules: readonly (Json | undefined)[]): Json | undefined {
  const given = rules.filter((rule): rule is Json => rule !== undefined);
  const unique = [...new Map(given.map((rule) => [canonical(rule), rule])).values()];
  if (unique.length <= 1) return unique[0];
  return { and: unique.map((rule) => (typeof rule === 'string' ? { rule } : rule)) };
}
