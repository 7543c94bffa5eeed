import { afterAll, expect } from 'vitest';
import { permissionNames } from '../../../../src/vocabulary/permissions.ts';
import type { Data } from '../../../graphql/api.ts';
import { addApplication, addUser } from '../../../support/issuer.ts';
import { claimsOf, mint, signInRecords, startTokenEndpoint } from '../../../support/exchanges/token-endpoint.ts';
import {
  accessTokenType,
  basic,
  exchangeGrant,
  type Fields,
  form,
  formHeaders,
  sendTokenRequest,
  type TokenAnswer,
} from '../../../support/exchanges/token-requests.ts';

interface Client {
  id: string;
  clientSecret: string;
}

/** Exchanges for the Management API by a person with every permission, and calls of it. Closed with the file. */
export async function startManagementExchanges() {
  const endpoint = await startTokenEndpoint();
  afterAll(() => endpoint[Symbol.asyncDispose]());
  const { prisma } = endpoint.app.services.database;
  const api = await prisma.apiResource.findFirstOrThrow({ where: { isBuiltIn: true }, include: { scopes: true } });
  const resource = api.indicator;
  const newBackend = (managementApiAllowed: boolean) =>
    addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true, managementApiAllowed });
  const { orders, shop } = endpoint.records;
  const administrator = await addUser(prisma, { scopeIds: [...api.scopes.map(({ id }) => id), ...orders.scopeIds] });
  const signedIn = await signInRecords(endpoint, administrator.id, shop.id);
  const claims = { ...claimsOf(endpoint, signedIn), acr: 'urn:mandate:level:1', auth_time: endpoint.now() };

  /** Exchanges with the fast path and without it: both must give the same response. */
  async function exchange(client: Client, subject_token: string, changed: Fields = {}): Promise<Response> {
    const fields = { grant_type: exchangeGrant, subject_token, subject_token_type: accessTokenType, resource };
    const headers = { ...formHeaders, authorization: basic(client) };
    const request = { headers, body: form({ ...fields, ...changed }) };
    const on = readable(await sendTokenRequest(endpoint.on, request));
    const off = readable(await sendTokenRequest(endpoint.off, request));
    expect({ ...off, token: '' }).toEqual({ ...on, token: '' });
    return on;
  }

  async function graphql(token: string, query: string, variables: object = {}): Promise<Answer> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query, variables });
    const response = await fetch(new URL('/graphql', endpoint.on), { method: 'POST', headers, body });
    return (await response.json()) as Answer;
  }

  /** A token of an application for the Management API, by client_credentials. */
  async function ownToken(client: Client): Promise<string> {
    const headers = { ...formHeaders, authorization: basic(client) };
    const body = form({ grant_type: 'client_credentials', resource });
    return (await sendTokenRequest(endpoint.on, { headers, body })).json.access_token ?? '';
  }

  return {
    endpoint,
    prisma,
    resource,
    administrator,
    signedIn,
    claims,
    newBackend,
    exchange,
    graphql,
    ownToken,
    scopeId: (name: string): string => api.scopes.find((scope) => scope.name === name)?.id ?? '',
    /** Exchanges tokens, but not for the Management API. */
    backend: await newBackend(false),
    /** Exchanges tokens for the Management API, too. */
    trusted: await newBackend(true),
    /** The administrator's token for the orders API, from the sign-in at the shop. */
    ordinary: await mint(endpoint, { ...claims, scope: 'orders:read' }),
    /** The administrator's token for the Management API with these scopes, from the same sign-in. */
    managing: (scope: string) => mint(endpoint, { ...claims, aud: resource, scope }),
    /** The response of the Management API to a token: the number of its permissions, or why it is refused. */
    async call(token: string): Promise<unknown> {
      const { data, errors } = await graphql(token, '{ viewer { permissions } }');
      return errors?.[0]?.message ?? data.viewer.permissions.length;
    },
    /** Changes an application, as the first application. */
    async change(operation: string, input: object): Promise<void> {
      const { clientId = '', clientSecret } = endpoint.app.services.firstStart ?? {};
      const query = `mutation ($input: ${operation}Input!) {
        change: ${operation.charAt(0).toLowerCase()}${operation.slice(1)}(input: $input) { application { id } }
      }`;
      const token = await ownToken({ id: clientId, clientSecret: clientSecret ?? '' });
      expect(await graphql(token, query, { input })).not.toHaveProperty('errors');
    },
  };
}

interface Answer {
  data: Data;
  errors?: { message: string; extensions: { code: string } }[];
}

/** A response of the token endpoint. */
interface Response {
  status: number;
  error?: unknown;
  description?: unknown;
  scope?: unknown;
  token: string;
}

const readable = ({ status, json }: TokenAnswer): Response => ({
  status,
  ...(json.error !== undefined && { error: json.error, description: json.error_description }),
  ...(json['scope'] !== undefined && { scope: json['scope'] }),
  token: json.access_token ?? '',
});

export const refused = (error: string, description: string) => ({ status: 400, error, description, token: '' });

export const notAllowed = refused(
  'invalid_target',
  'exchanging tokens for the Management API is not allowed for this application: its setting managementApiAllowed is off',
);

/** Every scope of the Management API, as in a response. */
export const all = permissionNames.toSorted().join(' ');
