import { randomBytes } from 'node:crypto';
import type { Management } from './management.ts';
import type { Credentials } from './person.ts';

/** The records of the demonstration. */
export interface Records {
  apiA: { audience: string };
  apiB: { id: string; audience: string; writeScopeId: string };
  roleId: string;
  webApplication: { clientId: string; redirectUri: string };
  apiAClient: { clientId: string; clientSecret: string };
  person: Credentials & { id: string };
  remove(): Promise<void>;
}

/** Two API resources, a role with a scope of each, a user with that role, and two applications. */
export async function createRecords({ call }: Management): Promise<Records> {
  const run = randomBytes(4).toString('hex');
  const make = maker(call);
  const apiA = await createApi(make, `api-a-${run}`, 'reports:read');
  const apiB = await createApi(make, `api-b-${run}`, 'orders:read');
  const write = { apiResourceId: apiB.id, name: 'orders:write' };
  const made = await make.mutate<{ scope: { id: string } }>('createScope', 'scope { id }', write);
  const roleId = await make.record('createRole', 'role', {
    name: `Demo reader ${run}`,
    scopeIds: [apiA.scopeId, apiB.scopeId],
  });
  const person = { email: `ada-${run}@example.com`, password: randomBytes(12).toString('base64url') };
  const userId = await make.record('createUser', 'user', { ...person, name: 'Ada Lovelace' });
  await make.mutate('assignUserRoles', 'user { id }', { userId, roleIds: [roleId] });
  return {
    apiA: { audience: apiA.indicator },
    apiB: { id: apiB.id, audience: apiB.indicator, writeScopeId: made.scope.id },
    roleId,
    webApplication: await createWebApplication(make, run),
    apiAClient: await createBackend(make, run),
    person: { ...person, id: userId },
    remove: make.removeAll,
  };
}

async function createApi(make: Maker, name: string, scope: string) {
  const indicator = `https://${name}.example.com`;
  const id = await make.record('createApiResource', 'apiResource', { name: `Demo ${name}`, indicator });
  const input = { apiResourceId: id, name: scope, description: `Demo: ${scope}` };
  const made = await make.mutate<{ scope: { id: string } }>('createScope', 'scope { id }', input);
  return { indicator, id, scopeId: made.scope.id };
}

async function createWebApplication(make: Maker, run: string): Promise<Records['webApplication']> {
  const redirectUri = 'http://127.0.0.1:9/callback';
  const input = { name: `Demo web ${run}`, type: 'SINGLE_PAGE', redirectUris: [redirectUri] };
  return { redirectUri, clientId: await make.record('createApplication', 'application', input) };
}

async function createBackend(make: Maker, run: string): Promise<Records['apiAClient']> {
  const input = { name: `Demo API A ${run}`, type: 'MACHINE_TO_MACHINE' };
  const clientId = await make.record('createApplication', 'application', input);
  const secret = { applicationId: clientId, name: 'demo' };
  const made = await make.mutate<{ secret: string }>('addApplicationSecret', 'secret', secret);
  return { clientId, clientSecret: made.secret };
}

interface Maker {
  /** Runs a mutation by name, with one `input`. */
  mutate<T>(mutation: string, selection: string, input: object): Promise<T>;
  /** Runs a `create…` mutation. Returns the id of the record, which `remove` deletes. */
  record(mutation: `create${string}`, field: string, input: object): Promise<string>;
  /** Deletes the created records, the last one first. */
  removeAll(): Promise<void>;
}

function maker(call: Management['call']): Maker {
  const removals: [mutation: string, input: object][] = [];
  const mutate = async <T>(mutation: string, selection: string, input: object): Promise<T> => {
    const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`;
    const document = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${selection} } }`;
    const answer = await call<Record<string, T>>(document, { input });
    return answer[mutation] as T;
  };
  return {
    mutate,
    async record(mutation, field, input) {
      const made = await mutate<Record<string, { id: string }>>(mutation, `${field} { id }`, input);
      const id = made[field]?.id ?? '';
      removals.push([mutation.replace('create', 'delete'), { [`${field}Id`]: id }]);
      return id;
    },
    async removeAll() {
      for (const [mutation, input] of removals.reverse()) await mutate(mutation, '__typename', input);
    },
  };
}
