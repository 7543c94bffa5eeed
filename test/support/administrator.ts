import { systemIds } from '../../src/platform/ids/ids.ts';
import type { Data } from '../graphql/api.ts';
import { addApplication, type TestIssuer } from './issuer.ts';

/** An application with every permission, which calls the Management API of a whole platform over HTTP. */
export interface Administrator {
  token: string;
  /** The response to a GraphQL document, as text. */
  text(query: string, variables?: object): Promise<string>;
  /** Its data; it must not have errors. */
  ask(query: string, variables?: object): Promise<Data>;
  /** A request below /api, for example "GET /users". */
  rest(target: string, body?: object): Promise<{ status: number; json: Data }>;
}

export async function openAdministration(issuer: TestIssuer): Promise<Administrator> {
  const token = await administratorsToken(issuer);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const text: Administrator['text'] = async (query, variables = {}) => {
    const body = JSON.stringify({ query, variables });
    return (await fetch(`${issuer.url}/graphql`, { method: 'POST', headers, body })).text();
  };
  return {
    token,
    text,
    async ask(query, variables) {
      const { data, errors } = JSON.parse(await text(query, variables));
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    async rest(target, body) {
      const [method = '', path = ''] = target.split(' ');
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(`${issuer.url}/api${path}`, init);
      const json = await response.text();
      return { status: response.status, json: json ? JSON.parse(json) : null };
    },
  };
}

/** A token of an application whose role holds every permission of the Management API. */
export async function administratorsToken(issuer: TestIssuer): Promise<string> {
  const { prisma } = issuer.database;
  const { id, clientSecret } = await addApplication(prisma, 'MACHINE_TO_MACHINE');
  const scopes = await prisma.scope.findMany({ where: { resource: { isBuiltIn: true } } });
  const roleId = systemIds.next('role');
  await prisma.role.create({
    data: { id: roleId, name: roleId, scopes: { create: scopes.map((scope) => ({ scopeId: scope.id })) } },
  });
  await prisma.applicationRole.create({ data: { applicationId: id, roleId } });
  const response = await fetch(`${issuer.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${issuer.publicUrl}/api` }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
