/** What a person shared by a bank link, as it is told and as it becomes the account of their application. Pure. */
import type { AssetReportGetResponse, AuthGetResponse } from 'plaid';
import { textIn } from './plaid.ts';

/** A checking account with its numbers: sealed wherever it is stored, never sent to a browser. */
export interface LinkedAccount {
  readonly account_id: string;
  readonly mask: string;
  readonly name: string;
  readonly official_name: string | null;
  readonly type: string;
  readonly subtype: string;
  /** Dollars, as the bank says them. */
  readonly balances: { readonly available: number | null; readonly current: number | null };
  readonly numbers: { readonly account: string; readonly routing: string };
}

/** Why a connection gives no account; null: it does. */
export type AuthStatus = 'INVALID_CREDENTIALS' | 'NO_ACCOUNTS' | 'ITEM_LOGIN_REQUIRED' | 'NO_AUTH' | 'NO_DATA' | null;

/** What is known of a connection; tokens are secrets. */
export interface Connection {
  readonly item: string;
  readonly accessToken: string;
  readonly assetReport: { readonly id: string; readonly token: string } | null;
  readonly institution: string | null;
  readonly authStatus: AuthStatus;
  readonly accounts: readonly LinkedAccount[];
}

/** The account of an application, derived from a connection (section 3 of the access document). */
export interface BankEntry {
  /** Id of the application. */
  readonly id: string;
  readonly accountType: 'CHECKING';
  readonly accountNumber: string;
  readonly routingNumber: string;
  /** Whole dollars, rounded down. */
  readonly accountBalance: string;
  readonly bankName: string;
}

/**
 * The checking accounts of an answer of Plaid that have an account and a routing number. Throws for an answer in which
 * one has no id, name or number.
 */
export function checkingAccounts({ accounts, numbers }: AuthGetResponse): readonly LinkedAccount[] {
  return accounts.flatMap((account) => {
    const found = numbers.ach.find(({ account_id }) => account_id === account.account_id);
    const type: string = account.type;
    const subtype: string | null = account.subtype;
    if (found === undefined || type !== 'depository' || subtype !== 'checking') return [];
    const { available, current } = account.balances;
    return [
      {
        account_id: textIn(account.account_id),
        mask: account.mask ?? textIn(found.account).slice(-4),
        name: textIn(account.name),
        official_name: account.official_name,
        type,
        subtype,
        balances: { available, current },
        numbers: { account: textIn(found.account), routing: textIn(found.routing) },
      },
    ];
  });
}

/** What its owner is told of a connection: of account numbers the last digits, of tokens nothing. */
export function told(connection: Connection, publicToken: string) {
  const { authStatus, institution, accounts } = connection;
  return {
    publicToken,
    institution,
    authStatus,
    isAuthEnabled: authStatus !== 'NO_AUTH',
    checkingAccounts: accounts.map(({ account_id, mask, name, official_name, type, subtype, balances, numbers }) => ({
      account_id,
      mask,
      name,
      official_name,
      type,
      subtype,
      balances,
      numbers: { account: `•••• ${numbers.account.slice(-4)}`, routing: numbers.routing },
    })),
  };
}

/** How many days of an account an asset report tells; null where it has no such account. Throws for what is none. */
export function daysOf({ report }: Pick<AssetReportGetResponse, 'report'>, accountId: string): number | null {
  const account = report.items.flatMap(({ accounts }) => accounts).find(({ account_id }) => account_id === accountId);
  if (account === undefined) return null;
  if (!Number.isInteger(account.days_available)) throw new TypeError('An asset report has no days of an account.');
  return account.days_available;
}

/** The entry of an account that was chosen; undefined where the connection has no such account. */
export function bankEntry(id: string, connection: Connection, accountId: string): BankEntry | undefined {
  const account = connection.accounts.find(({ account_id }) => account_id === accountId);
  if (account === undefined) return undefined;
  const { available, current } = account.balances;
  return {
    id,
    accountType: 'CHECKING',
    accountNumber: account.numbers.account,
    routingNumber: account.numbers.routing,
    accountBalance: String(Math.floor(available ?? current ?? 0)),
    bankName: connection.institution ?? '',
  };
}
