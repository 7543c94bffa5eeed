import { expect } from 'vitest';
import { recordKey } from '../../../src/store/sessions/oidc-records.ts';
import { impersonationTokenType } from '../../../src/vocabulary/token-exchange.ts';
import { addApplication, addUser } from '../../support/issuer.ts';
import { claimsOf, mint, signInRecords } from '../../support/exchanges/token-endpoint.ts';
import {
  accessTokenType,
  basic,
  exchangeGrant,
  type Fields,
  form,
  formHeaders,
  sendTokenRequest,
  type TokenAnswer,
} from '../../support/exchanges/token-requests.ts';
import { startManagementExchanges } from '../exchange/requests/management-exchanges.ts';

interface Client {
  id: string;
  clientSecret: string;
}

export const orders = 'https://orders.example/api';
export const stock = 'https://stock.example';
export const reason = 'Ticket 4711: the invoice is missing';

/**
 * A platform with an administrator who acts as Ada, at two processes, one of them without the fast path. `scope` are
 * the permissions in the administrator's tokens.
 */
export async function startImpersonations(scope = 'users:impersonate') {
  const management = await startManagementExchanges();
  const { endpoint, prisma, graphql, scopeId } = management;
  const { records } = endpoint;
  const impersonating = { tokenExchangeAllowed: true, impersonationAllowed: true };
  const desk = await addApplication(prisma, 'MACHINE_TO_MACHINE', impersonating);
  const support = await addUser(prisma, { username: 'grace', scopeIds: [scopeId('users:impersonate')] });

  /** A token of a user for the Management API, as from a sign-in at this moment. */
  const managingAs = async (userId: string, carried = scope): Promise<string> => {
    const signedIn = await signInRecords(endpoint, userId, records.shop.id);
    const { sessionEpoch } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
    const ofSignIn = { OR: [{ uid: signedIn.sessionId }, { key: recordKey(signedIn.grantId) }] };
    await prisma.oidcRecord.updateMany({ where: ofSignIn, data: { userSessionEpoch: sessionEpoch } });
    const level = { acr: 'urn:mandate:level:1', auth_time: endpoint.now() };
    const counted = sessionEpoch ? { session_epoch: { [userId]: sessionEpoch } } : {};
    const claims = { ...claimsOf(endpoint, signedIn), ...level, ...counted };
    return mint(endpoint, { ...claims, aud: management.resource, scope: carried });
  };

  /** Prepares to act as a user. */
  const prepare = async (input: object = {}, token?: string) =>
    graphql(
      token ?? (await managingAs(support.id)),
      `mutation ($input: CreateSubjectTokenInput!) {
        createSubjectToken(input: $input) { subjectToken expiresAt user { id } }
      }`,
      { input: { userId: records.ada.id, reason, ...input } },
    );

  /** The text of a subject token for Ada. */
  async function subjectToken(input: object = {}): Promise<string> {
    const { data, errors } = await prepare(input);
    expect(errors).toBeUndefined();
    return data.createSubjectToken.subjectToken;
  }

  /** Sends a token exchange request to the process with the fast path, or the other one. */
  const ask = (client: Client, fields: Fields, path: 'on' | 'off' = 'on'): Promise<TokenAnswer> =>
    sendTokenRequest(endpoint[path], {
      headers: { ...formHeaders, authorization: basic(client) },
      body: form({ grant_type: exchangeGrant, resource: orders, ...fields }),
    });

  return {
    ...management,
    records,
    /** The application that may impersonate. */
    desk,
    /** The administrator who acts as others, and holds nothing else. */
    support,
    managingAs,
    prepare,
    subjectToken,
    ask,
    /** Exchanges a subject token. */
    start: async (fields: Fields = {}, path: 'on' | 'off' = 'on') =>
      ask(desk, { subject_token: await subjectToken(), subject_token_type: impersonationTokenType, ...fields }, path),
    /** Exchanges an access token. */
    exchange: (client: Client, token: string | undefined, fields: Fields = {}, path: 'on' | 'off' = 'on') =>
      ask(client, { subject_token: token, subject_token_type: accessTokenType, ...fields }, path),
    /** The response of introspection to the application that has obtained a token. */
    async introspect(client: Client, token: string | undefined): Promise<Record<string, unknown>> {
      const url = endpoint.on.replace('/token', '/token/introspection');
      const headers = { ...formHeaders, authorization: basic(client) };
      return (await sendTokenRequest(url, { headers, body: form({ token }) })).json;
    },
    /** The events about Ada, the oldest first. */
    events: (type: string) => prisma.event.findMany({ where: { type }, orderBy: { sequence: 'asc' } }),
  };
}

/** The claims of a JWT. */
export const claimsIn = (token: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
