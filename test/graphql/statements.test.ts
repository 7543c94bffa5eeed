import { describe, expect, it } from 'vitest';
import { type Api, startApi } from './api.ts';
import { fill } from './fill.ts';

const page = (fields: string): string => `(first: 3) { totalCount nodes { ${fields} } }`;
const list = (fields: string): string => `(first: 30) { totalCount nodes { ${fields} } edges { node { ${fields} } } }`;
const scope = 'id name resource { id name }';
const role = `id name scopes { ${scope} }`;
const organizationRole = `id name organizationScopes { id name } scopes { ${scope} }`;
const user = 'id email profile { givenName } customData';
const application = 'id name type secrets { id name }';
const organization = 'id name customData';

const queries = {
  'users with roles, scopes and organizations': `{ users${list(`${user} roles { ${role} }
    organizations${page(`joinedAt organization { ${organization} } roles { ${organizationRole} }`)}`)} }`,
  'roles with scopes and holders': `{ roles${list(`${role} users${page(user)} applications${page(application)}`)} }`,
  'API resources with scopes': `{ apiResources${list(`id indicator scopes${page(scope)}`)} }`,
  'applications with secrets, roles and organizations': `{ applications${list(`${application} roles { ${role} }
    organizations${page(`organization { ${organization} } roles { ${organizationRole} }`)}`)} }`,
  'organizations with members and their roles': `{ organizations${list(`${organization}
    members${page(`user { ${user} roles { ${role} } } roles { ${organizationRole} }`)}
    applications${page(`application { ${application} } roles { id }`)}`)} }`,
  'organization roles with scopes': `{ organizationRoles${list(organizationRole)} }`,
  'organization scopes': `{ organizationScopes${list('id name')} }`,
  'signing keys with their states': `{ signingKeys${list('id state publicJwk')} }`,
  events: `{ events${list('id type data actor { id } cause { operation } subject { id }')} }`,
};

/** A list with everything below it that takes one statement per record anywhere gets more expensive with the records. */
describe('the number of SQL statements', () => {
  it('does not depend on the number of records, for any list and what it leads to', async () => {
    const few = await counted(1);
    const many = await counted(30);
    expect(many).toEqual(few);
    expect(Math.max(...Object.values(many))).toBeLessThanOrEqual(30);
  });

  it('is one for many records looked up by id, per kind', async () => {
    await using api = await startApi();
    const { users, roles } = await fill(api, 30);
    const nodes = (ids: string[]) =>
      api.statementsOf(() =>
        api.ask(
          'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on User { email roles { name } } ... on Role { name } } }',
          { ids },
        ),
      );
    expect(await nodes([...users, ...roles])).toBe(await nodes([...users.slice(0, 2), ...roles.slice(0, 2)]));
  });

  it('is none for a caller who may not see what is asked for', async () => {
    await using api = await startApi();
    await fill(api, 2);
    for (const query of Object.values(queries)) {
      expect(await api.statementsOf(() => api.call(query, {}, 'app_x;'))).toBe(0);
    }
  });
});

async function counted(records: number): Promise<Record<string, number>> {
  await using api = await startApi();
  await fill(api, records);
  await changeThings(api, records);
  const counts: Record<string, number> = {};
  for (const [name, query] of Object.entries(queries)) {
    // Without the first time, when events are given their places.
    await api.ask(query);
    counts[name] = await api.statementsOf(() => api.ask(query));
  }
  return counts;
}

/** Secrets, signing keys and events, which come into being through operations only. */
async function changeThings(api: Api, times: number): Promise<void> {
  const { nodes } = (await api.ask('{ applications(first: 100) { nodes { id } } }')).applications;
  for (let index = 0; index < times; index++) {
    const id = nodes[index].id;
    await api.ask('mutation ($id: ID!) { addApplicationSecret(input: { applicationId: $id, name: "s" }) { secret } }', {
      id,
    });
    await api.ask('mutation { rotateSigningKeys(input: { delaySeconds: 60 }) { signingKey { id } } }');
    api.kernel.advance(61);
  }
}
