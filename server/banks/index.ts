/** Links of bank accounts: the requests to the provider, and what of its answers is kept, told and used. */
import type { CountryCode, DepositoryAccountSubtype, PlaidApi, Products } from 'plaid';
import type { FastifyBaseLogger } from 'fastify';
import type { QueryExecutorProvider } from 'kysely';
import type { Sealer } from '../services.ts';
import type { Banks } from './banks.ts';
import { bankEntry, checkingAccounts, daysOf, told, type AuthStatus, type Connection } from './connection.ts';
import { answerOf, PlaidProblem, PlaidUnreachable, textIn } from './plaid.ts';
import { findConnection, keepConnection } from './store.ts';

/** Days of history that the asset report covers: the account must have been open for 30. */
const daysRequested = 60;
/** Answers of the provider about the bank that its owner can do something about. */
const ofTheBank: Readonly<Record<string, AuthStatus>> = {
  INVALID_CREDENTIALS: 'INVALID_CREDENTIALS',
  ITEM_LOGIN_REQUIRED: 'ITEM_LOGIN_REQUIRED',
  NO_ACCOUNTS: 'NO_ACCOUNTS',
  NO_AUTH_ACCOUNTS: 'NO_ACCOUNTS',
  PRODUCTS_NOT_SUPPORTED: 'NO_AUTH',
  INVALID_PRODUCT: 'NO_AUTH',
};

/**
 * @param needs `log` is told why the provider could not be used
 * @param client undefined where nobody is to be asked
 */
export function createBanks(
  needs: {
    readonly db: QueryExecutorProvider;
    readonly sealer: Sealer;
    readonly log: Pick<FastifyBaseLogger, 'error'>;
  },
  client: (() => Promise<PlaidApi>) | undefined,
): Banks {
  const plaid = async (): Promise<PlaidApi> => {
    if (client === undefined) throw new PlaidUnreachable();
    return await client();
  };
  return {
    async linkToken({ application, owner, clientName, customization, redirectUrl }) {
      return await unlessUnreachable(needs.log, async () => {
        const api = await plaid();
        const known = await findConnection(needs, application);
        const again = known?.authStatus === 'ITEM_LOGIN_REQUIRED' ? known : undefined;
        return await answerOf(
          api.linkTokenCreate({
            client_name: clientName.slice(0, 30),
            language: 'en',
            country_codes: ['US' as CountryCode],
            user: { client_user_id: owner },
            link_customization_name: customization,
            ...(redirectUrl.startsWith('https:') && { redirect_uri: redirectUrl }),
            ...(again === undefined
              ? {
                  // What is asked for is the assets report. Account numbers come beside it where the bank gives them: a
                  // bank that does not is still offered, and its owner is told and enters them.
                  products: ['assets'] as Products[],
                  required_if_supported_products: ['auth'] as Products[],
                  account_filters: {
                    depository: { account_subtypes: ['checking' as DepositoryAccountSubtype] },
                  },
                }
              : { access_token: again.accessToken }),
          }),
          ({ link_token, expiration, request_id }) => ({
            link_token: textIn(link_token),
            expiration: textIn(expiration),
            request_id: textIn(request_id),
          }),
        );
      });
    },
    async connect(application, publicToken) {
      const known = await findConnection(needs, application, publicToken);
      if (known !== undefined) return told(known, publicToken);
      return await unlessUnreachable(needs.log, async () => {
        const connection = await exchanged(await plaid(), publicToken);
        if (connection === undefined) return 'expired';
        await keepConnection(needs, application, { connection, publicToken });
        return told(connection, publicToken);
      });
    },
    async entry(application, accountId) {
      const connection = await findConnection(needs, application);
      return connection && bankEntry(application, connection, accountId);
    },
    async daysOfHistory(application, accountId) {
      const report = (await findConnection(needs, application))?.assetReport;
      if (!report) return null;
      return await unlessUnreachable(needs.log, async () => {
        const api = await plaid();
        return await answerOf(api.assetReportGet({ asset_report_token: report.token }), (body) =>
          daysOf(body, accountId),
        );
      });
    },
  };
}

/** The token of a link exchanged for what was shared; undefined for a token that is not (any more) one. */
async function exchanged(api: PlaidApi, publicToken: string): Promise<Connection | undefined> {
  const item = await answerOf(
    api.itemPublicTokenExchange({ public_token: publicToken }),
    ({ item_id, access_token }) => ({ item: textIn(item_id), accessToken: textIn(access_token) }),
  ).catch(problem);
  if (item instanceof PlaidProblem) return undefined;
  const { accessToken } = item;
  const base = { ...item, assetReport: null, institution: null };
  const auth = await answerOf(api.authGet({ access_token: accessToken }), (body) => ({
    accounts: checkingAccounts(body),
    isEmpty: body.accounts.length === 0,
    institution: body.item.institution_name ?? null,
  })).catch(problem);
  if (auth instanceof PlaidProblem) {
    const authStatus = Object.hasOwn(ofTheBank, auth.code) ? ofTheBank[auth.code] : undefined;
    if (authStatus === undefined) throw new PlaidUnreachable(auth);
    return { ...base, authStatus: authStatus ?? null, accounts: [] };
  }
  const { accounts, isEmpty, institution } = auth;
  if (accounts.length === 0) return { ...base, institution, authStatus: isEmpty ? 'NO_DATA' : 'NO_ACCOUNTS', accounts };
  const assetReport = await answerOf(
    api.assetReportCreate({ access_tokens: [accessToken], days_requested: daysRequested }),
    ({ asset_report_id, asset_report_token }) => ({
      id: textIn(asset_report_id),
      token: textIn(asset_report_token),
    }),
  );
  return {
    ...base,
    assetReport,
    institution,
    authStatus: null,
    accounts,
  };
}

function problem(error: unknown): PlaidProblem {
  if (error instanceof PlaidProblem) return error;
  throw error;
}

/** A provider that cannot be used is an expected failure; that it refuses what we ask is one of its setup. */
async function unlessUnreachable<T>(
  log: Pick<FastifyBaseLogger, 'error'>,
  ask: () => Promise<T>,
): Promise<T | 'unavailable'> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PlaidUnreachable || error instanceof PlaidProblem)) throw error;
    log.error({ problem: error.message }, 'a bank could not be linked: the provider cannot be used');
    return 'unavailable';
  }
}
