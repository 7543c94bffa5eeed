import type { z } from 'zod';
import { platformActor } from '../../src/kernel/actor.ts';
import type { OutputOf, OutputShape, TypedOperation } from '../../src/kernel/operation.ts';
import { addApplication, addResource, startIssuer } from '../support/issuer.ts';
import { type Follower, type followBySocket, type Page, queryPage } from '../support/browsers/revocation-feed.ts';
import { giveRole } from '../support/exchanges/token-endpoint.ts';
import { basic, form, formHeaders, sendTokenRequest } from '../support/exchanges/token-requests.ts';

export const apiA = 'https://a.example';
export const apiB = 'https://b.example';

interface Credentials {
  id: string;
  clientSecret: string;
}

/** Two processes, and the application of an API, which may follow what ended, and introspect tokens to compare. */
export async function startFollowed() {
  const here = await startIssuer();
  const there = await startIssuer({ beside: here });
  const { prisma } = here.database;
  const scopeIds = [
    ...(await addResource(prisma, apiA, ['read'])).scopeIds,
    ...(await addResource(prisma, apiB, ['list'])).scopeIds,
  ];
  // With another key than tokens for the Management API: the API goes on when it is withdrawn.
  await prisma.apiResource.updateMany({ where: { isBuiltIn: false }, data: { accessTokenSigningAlg: 'RS256' } });
  const ask = async (as: Credentials, fields: Record<string, string>, path = '/oidc/token') => {
    const headers = { ...formHeaders, authorization: basic(as) };
    return (await sendTokenRequest(here.url + path, { headers, body: form(fields) })).json;
  };
  /** Client credentials for the Management API. */
  const tokenOf = async (application: Credentials): Promise<string> => {
    const fields = { grant_type: 'client_credentials', resource: `${here.publicUrl}/api` };
    return String((await ask(application, fields)).access_token);
  };
  const addApi = async (permission: string) => {
    const api = await addApplication(prisma, 'MACHINE_TO_MACHINE');
    const { id } = await prisma.scope.findFirstOrThrow({ where: { name: permission } });
    await giveRole(prisma, api.id, [...scopeIds, id]);
    return { ...api, token: await tokenOf(api) };
  };
  const api = await addApi('revocations:read');
  const followers: Follower[] = [];
  const page = async (variables: Parameters<typeof queryPage>[1] = {}): Promise<Page> => {
    const { page: read } = await queryPage({ url: there.url, token: api.token }, variables);
    if (!read) throw new Error('no page');
    return read;
  };
  return {
    here,
    there,
    api,
    scopeIds,
    ask,
    tokenOf,
    addApi,
    isActive: async (token: string) => (await ask(api, { token }, '/oidc/token/introspection'))['active'],
    run: async <Input extends z.ZodType, Output extends OutputShape>(
      operation: TypedOperation<Input, Output>,
      input: z.input<Input>,
    ): Promise<OutputOf<Output>> =>
      (await here.execute(operation, platformActor, input, { requestId: 'req_test', channel: 'graphql' })).output,
    follow(by: typeof followBySocket, at: { url: string }, after?: string, token = api.token): Follower {
      const follower = by({ url: at.url, token, after });
      followers.push(follower);
      return follower;
    },
    stop: () => followers.splice(0).forEach(({ stop }) => stop()),
    page,
    cursorNow: async (): Promise<string> => (await page()).cursor,
    async [Symbol.asyncDispose]() {
      await there[Symbol.asyncDispose]();
      await here[Symbol.asyncDispose]();
    },
  };
}
