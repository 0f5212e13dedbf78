/**
 * A stand-in for Plaid's API, never in production: the requests of a bank link, answered as Plaid words them, and no
 * bank is asked. What was shared is said by the token itself (`public-<what>`), so it keeps nothing.
 * Protocol: https://plaid.com/docs/api/ (link, items, products/auth, products/assets).
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AccountBase, AuthGetResponse } from 'plaid';
import type { Ports } from '../ports.ts';
import { standInPath } from './providers.ts';

/** Where it is served: as Plaid's own sandbox. */
export const plaidStandInPath = `${standInPath}/sandbox.plaid.com`;

type Body = Readonly<Record<string, unknown>>;
type Answer = (body: Body) => Readonly<Record<string, unknown>> | Refusal | Broken;

/** How a provider fails that does not even say so. */
class Broken {
  readonly how: 'fails' | 'garbage' | 'hangs';
  constructor(how: Broken['how']) {
    this.how = how;
  }
}

class Refusal {
  readonly type: string;
  readonly code: string;
  constructor(type: string, code: string) {
    this.type = type;
    this.code = code;
  }
}

/** What the bank answers by what was shared; a token of anything else is refused. */
const banks: Readonly<Record<string, () => Pick<AuthGetResponse, 'accounts' | 'numbers'> | Refusal | Broken>> = {
  linked: () => auth(['checking', 'joint', 'savings']),
  'login-required': () => new Refusal('ITEM_ERROR', 'ITEM_LOGIN_REQUIRED'),
  'no-auth': () => new Refusal('ITEM_ERROR', 'PRODUCTS_NOT_SUPPORTED'),
  'no-data': () => auth([]),
  'no-checking': () => auth(['savings']),
  'no-accounts': () => new Refusal('ITEM_ERROR', 'NO_ACCOUNTS'),
  'wrong-login': () => new Refusal('ITEM_ERROR', 'INVALID_CREDENTIALS'),
  'short-history': () => auth(['checking']),
  'report-fails': () => auth(['checking']),
  'report-garbage': () => auth(['checking']),
  'report-hangs': () => auth(['checking']),
  fails: () => new Broken('fails'),
  garbage: () => new Broken('garbage'),
  hangs: () => new Broken('hangs'),
};

/** Days of an account that a report tells, where nothing else is said. */
const reportedDays = 60;
/** What becomes of the report of what was shared: other days, or the provider breaks down when it is fetched. */
const reports: Readonly<Record<string, number | Broken>> = {
  'short-history': 12,
  'report-fails': new Broken('fails'),
  'report-garbage': new Broken('garbage'),
  'report-hangs': new Broken('hangs'),
};

interface Sample {
  readonly account: Pick<AccountBase, 'mask' | 'name' | 'official_name'> & { readonly subtype: string };
  readonly balances: { readonly available: number | null; readonly current: number | null };
  readonly numbers: { readonly account: string; readonly routing: string };
}
/** Invented accounts. */
const samples = {
  checking: {
    account: {
      mask: '6789',
      name: 'Everyday Checking',
      official_name: 'First Test Everyday Checking',
      subtype: 'checking',
    },
    balances: { available: 1200.47, current: 1250.1 },
    numbers: { account: '000123456789', routing: '011401533' },
  },
  joint: {
    account: { mask: '4321', name: 'Joint Checking', official_name: null, subtype: 'checking' },
    balances: { available: null, current: 310.99 },
    numbers: { account: '000987654321', routing: '011401533' },
  },
  savings: {
    account: { mask: '1111', name: 'Rainy Day Savings', official_name: null, subtype: 'savings' },
    balances: { available: 88, current: 88 },
    numbers: { account: '000111111111', routing: '011401533' },
  },
} as const satisfies Readonly<Record<string, Sample>>;

function auth(names: readonly (keyof typeof samples)[]): Pick<AuthGetResponse, 'accounts' | 'numbers'> {
  return {
    accounts: names.map((name) => ({
      account_id: `stand-in-${name}`,
      type: 'depository',
      ...samples[name].account,
      balances: { ...samples[name].balances, limit: null, iso_currency_code: 'USD', unofficial_currency_code: null },
    })) as AccountBase[],
    numbers: {
      ach: names.map((name) => ({ account_id: `stand-in-${name}`, ...samples[name].numbers, wire_routing: null })),
      eft: [],
      international: [],
      bacs: [],
    },
  };
}

const invalid = (code: string): Refusal => new Refusal('INVALID_REQUEST', code);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const linkHours = 4;

/** What a link asks for, in letters that an address takes: products, then kinds of accounts. */
function askedFor({ products, account_filters: filters }: Body): string {
  const { account_subtypes: kinds } = (filters as { depository?: { account_subtypes?: unknown } })?.depository ?? {};
  return [products, kinds].map((list) => (Array.isArray(list) ? list.join('+') : 'as-before')).join('.');
}

function answers({ clock, id }: Pick<Ports, 'clock' | 'id'>): Readonly<Record<string, Answer>> {
  return {
    '/link/token/create'(body) {
      const needed = ['client_name', 'language', 'country_codes', 'user'].every((name) => body[name] !== undefined);
      // A link that asks for another login names what is linked, every other one what is asked for.
      if (!needed || (body['access_token'] === undefined) === (body['products'] === undefined))
        return invalid('MISSING_FIELDS');
      const expiration = new Date(clock().getTime() + linkHours * 3_600_000).toISOString();
      // The window of the link says what was asked for; it learns it from the token, as nothing is kept here.
      return { link_token: `link-sandbox-${id()}.${askedFor(body)}`, expiration };
    },
    '/item/public_token/exchange'({ public_token: token }) {
      const what = isText(token) ? /^public-([a-z-]+)$/.exec(token)?.[1] : undefined;
      if (what === undefined || !Object.hasOwn(banks, what))
        return new Refusal('INVALID_INPUT', 'INVALID_PUBLIC_TOKEN');
      return { access_token: `access-sandbox-${what}`, item_id: `item-${what}` };
    },
    '/auth/get'({ access_token: token }) {
      const bank = isText(token) ? banks[token.replace('access-sandbox-', '')] : undefined;
      const found = bank?.() ?? new Refusal('INVALID_INPUT', 'INVALID_ACCESS_TOKEN');
      if (found instanceof Refusal || found instanceof Broken) return found;
      return { ...found, item: { institution_id: 'ins_stand_in', institution_name: 'First Test Bank', error: null } };
    },
    '/asset_report/create'({ access_tokens: tokens, days_requested: days }) {
      if (!Array.isArray(tokens) || typeof days !== 'number') return invalid('MISSING_FIELDS');
      const what = String(tokens[0]).replace('access-sandbox-', '');
      return { asset_report_token: `assets-sandbox-${what}.${id()}`, asset_report_id: id() };
    },
    '/asset_report/get'({ asset_report_token: token }) {
      const what = isText(token) ? /^assets-sandbox-([a-z-]+)\./.exec(token)?.[1] : undefined;
      if (what === undefined) return new Refusal('INVALID_INPUT', 'INVALID_ASSET_REPORT_TOKEN');
      const bank = banks[what]?.();
      if (bank === undefined || bank instanceof Refusal || bank instanceof Broken)
        return new Refusal('ASSET_REPORT_ERROR', 'PRODUCT_NOT_READY');
      const how = reports[what];
      if (how instanceof Broken) return how;
      const accounts = bank.accounts.map(({ account_id }) => ({ account_id, days_available: how ?? reportedDays }));
      return { report: { asset_report_id: token, items: [{ accounts }] }, warnings: [] };
    },
  };
}

/** Adds the stand-in; the caller leaves it out in production. */
export function addPlaidStandIn(app: FastifyInstance, ports: Pick<Ports, 'clock' | 'id' | 'timers'>): void {
  for (const [path, answer] of Object.entries(answers(ports)))
    app.post<{ Body: Body }>(`${plaidStandInPath}${path}`, async (request, reply) => {
      const found = answer(request.body);
      if (found instanceof Broken) return await breakDown(reply, found, ports);
      return found instanceof Refusal ? refuse(reply, found, ports.id()) : { ...found, request_id: ports.id() };
    });
}

/** How long nothing comes where the stand-in hangs, in milliseconds. */
const hangsFor = 30_000;

async function breakDown(reply: FastifyReply, { how }: Broken, { timers }: Pick<Ports, 'timers'>): Promise<unknown> {
  if (how === 'fails') return await reply.code(500).type('text/html').send('<h1>Internal Server Error</h1>');
  if (how === 'hangs') await new Promise<void>((resolve) => void timers.after(hangsFor, resolve));
  return { accounts: [null], numbers: 'none', item: {} };
}

function refuse(reply: FastifyReply, { type, code }: Refusal, id: string): unknown {
  return reply.code(400).send({
    error_type: type,
    error_code: code,
    error_message: 'The stand-in for Plaid answers so.',
    display_message: null,
    request_id: id,
  });
}
