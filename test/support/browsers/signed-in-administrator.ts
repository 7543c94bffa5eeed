import type { Data } from '../../graphql/api.ts';
import { addUser, type TestIssuer } from '../issuer.ts';
import type { Visitor } from './browser.ts';
import type { RelyingParty } from './relying-party.ts';

/** An administrator who is signed in in a browser, with a token for the Management API. */
export interface SignedInAdministrator {
  user: Awaited<ReturnType<typeof addUser>>;
  visitor: Visitor;
  ask(query: string, variables?: object): Promise<Data>;
  rest(path: string, init?: RequestInit): Promise<Response>;
}

export async function signInAdministrator(
  issuer: Pick<TestIssuer, 'database' | 'url' | 'publicUrl'>,
  web: Pick<RelyingParty, 'signIn'>,
  permissions: readonly string[],
): Promise<SignedInAdministrator> {
  const { prisma } = issuer.database;
  const scopes = await prisma.scope.findMany({
    where: { name: { in: [...permissions] }, resource: { isBuiltIn: true } },
  });
  const user = await addUser(prisma, { scopeIds: scopes.map(({ id }) => id) });
  const parameters = { scope: `openid ${permissions.join(' ')}`, resource: `${issuer.publicUrl}/api` };
  const { tokens, visitor } = await web.signIn(user.username ?? '', parameters);
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' };
  return {
    user,
    visitor,
    async ask(query, variables = {}) {
      const body = JSON.stringify({ query, variables });
      const response = await fetch(`${issuer.url}/graphql`, { method: 'POST', headers, body });
      return response.json();
    },
    rest: (path, init = {}) => fetch(`${issuer.url}/api${path}`, { ...init, headers }),
  };
}
