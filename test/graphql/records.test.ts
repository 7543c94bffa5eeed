import { getNamedType, type GraphQLNamedType, isInterfaceType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { perFile } from '../support/per-file.ts';
import { admin, codesOf, problemPaths, startApi, tokenFor } from './api.ts';
import { fill, type Filled } from './inputs/fill.ts';
import { fillAround } from './inputs/fill-around.ts';
import { page, walk } from './lists/pages.ts';
import { isConnection, queryFields, recordOf } from './live/selections.ts';

const api = perFile(startApi);
let there: Filled;
beforeAll(async () => {
  there = await fill(api, 25);
  await fillAround(api, there);
});

/** Types of records with an id. Each type of event is an object type of the interface Event. */
const interfacesOf = (type: GraphQLNamedType): string[] =>
  isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().map(({ name }) => name) : [];
const nodeTypes = Object.values(schema.getTypeMap())
  .filter((type) => interfacesOf(type).includes('Node') && !interfacesOf(type).includes('Event'))
  .map(({ name }) => name)
  .sort();
const typeOf = (name: string, record: { __typename: string }): string =>
  name === 'Event' && interfacesOf(schema.getType(record.__typename) as GraphQLNamedType).includes('Event')
    ? record.__typename
    : name;
/** The id of one record of each type, from the lists: `fill` and `fillAround` must create one. */
async function oneOfEachKind(): Promise<Map<string, string>> {
  const lists = queryFields.filter(({ type }) => isConnection(getNamedType(type)));
  const ofNodes = lists.filter((field) => nodeTypes.includes(recordOf(field).name));
  const answer = await api.ask(`{ ${ofNodes.map(({ name }) => `${name}(first: 1) { nodes { id } }`).join(' ')} }`);
  const ids = ofNodes.flatMap((field): [string, string][] => {
    const [first] = answer[field.name].nodes;
    return first ? [[recordOf(field).name, first.id]] : [];
  });
  const dependent =
    '{ applications(first: 1) { nodes { secrets { id } } } users(first: 1) { nodes { factors { id } devices { nodes { id } } } } identityProviders(first: 1) { nodes { identities(first: 1) { nodes { id } } } } }';
  const { applications, users, identityProviders } = await api.ask(dependent);
  return new Map([
    ...ids,
    ['ApplicationSecret', applications.nodes[0].secrets[0].id],
    ['Factor', users.nodes[0].factors[0].id],
    ['Device', users.nodes[0].devices.nodes[0].id],
    ['UserIdentity', identityProviders.nodes[0].identities.nodes[0].id],
  ]);
}

const fieldOf = (type: string): string => type.charAt(0).toLowerCase() + type.slice(1);

describe('a record', () => {
  it('is null if its id does not exist, is of another kind or is malformed', async () => {
    const fields = nodeTypes.map(fieldOf);
    for (const id of [
      'user_00000000000000000000000000',
      'evt_00000000000000000000000000',
      'nonsense',
      '',
      "'; DROP TABLE users",
    ]) {
      const query = `query ($id: ID!) { ${fields.map((field) => `${field}(id: $id) { id }`).join(' ')} node(id: $id) { id } }`;
      expect(Object.values(await api.ask(query, { id }))).toEqual([...fields, 'node'].map(() => null));
    }
  });

  it('is found by its id through node, nodes and the field of its kind', async () => {
    const ids = await oneOfEachKind();
    expect([...ids.keys()].sort()).toEqual(nodeTypes);
    for (const [type, id] of ids) {
      const query = `query ($id: ID!) { node(id: $id) { __typename id } ${fieldOf(type)}(id: $id) { __typename id } }`;
      const answer = await api.ask(query, { id });
      const record = { __typename: typeOf(type, answer.node), id };
      expect(answer).toEqual({ node: record, [fieldOf(type)]: record });
    }
    const { nodes } = await api.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', {
      ids: [...ids.values(), 'unknown', ids.get('User')],
    });
    const all = [...ids].map(([type, id], index) => ({ __typename: typeOf(type, nodes[index]), id }));
    expect(nodes).toEqual([...all, null, { __typename: 'User', id: ids.get('User') }]);
    const { node } = await api.ask('query ($id: ID!) { node(id: $id) { ... on User { email } } }', {
      id: there.users[0],
    });
    expect(node.email).toBe('user0-0@example.com');
  });

  it('is null in the field of another kind', async () => {
    const ids = await oneOfEachKind();
    for (const [type, id] of ids) {
      const others = nodeTypes.filter((other) => other !== type).map(fieldOf);
      const answer = await api.ask(
        `query ($id: ID!) { ${others.map((field) => `${field}(id: $id) { id }`).join(' ')} }`,
        { id },
      );
      expect(Object.values(answer).filter((found) => found !== null)).toEqual([]);
    }
  });

  it('can be looked up with up to 99 others', async () => {
    const answer = await api.call('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: Array(101).fill('user_x'),
    });
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], ['ids']]);
  });
});

describe('related records:', () => {
  it('a user has roles with scopes, and organizations with roles there', async () => {
    const query = `query ($id: ID!) { user(id: $id) {
      roles { id scopes { id name apiResource { indicator } } }
      organizations { totalCount nodes { joinedAt organization { id } roles { id organizationScopes { id } scopes { id } } } }
    } }`;
    const { user } = await api.ask(query, { id: there.users[3] });
    expect(user.roles).toEqual([
      {
        id: there.roles[3],
        scopes: [{ id: there.scopes[3], name: 'scope0-3', apiResource: { indicator: 'https://api0.example.com' } }],
      },
    ]);
    expect(user.organizations).toMatchObject({
      totalCount: 1,
      nodes: [
        {
          organization: { id: there.organizations[3] },
          roles: [
            {
              id: there.organizationRoles[3],
              organizationScopes: [{ id: there.organizationScopes[3] }],
              scopes: [{ id: there.scopes[3] }],
            },
          ],
        },
      ],
    });
  });

  it('an organization has users and applications as members, each with their roles', async () => {
    const query = `query ($id: ID!) { organization(id: $id) {
      members { totalCount nodes { user { id } roles { id } } edges { node { user { id } } } }
      applications { totalCount nodes { application { id } roles { id } } }
    } }`;
    const { organization } = await api.ask(query, { id: there.organizations[2] });
    expect(organization).toEqual({
      members: {
        totalCount: 1,
        nodes: [{ user: { id: there.users[2] }, roles: [{ id: there.organizationRoles[2] }] }],
        edges: [{ node: { user: { id: there.users[2] } } }],
      },
      applications: {
        totalCount: 1,
        nodes: [{ application: { id: there.applications[2] }, roles: [{ id: there.organizationRoles[2] }] }],
      },
    });
  });

  it('a role has its holders in pages, users and applications separately', async () => {
    const roleIds = [there.roles[0]];
    for (const userId of there.users.slice(1, 6)) {
      await api.ask('mutation ($input: AssignUserRolesInput!) { assignUserRoles(input: $input) { user { id } } }', {
        input: { userId, roleIds },
      });
    }
    const query = `query ($id: ID!, $after: String) { role(id: $id) {
      users(first: 4, after: $after) { ${page} } applications { totalCount nodes { id } }
    } }`;
    const holders = await walk(async (after) => (await api.ask(query, { id: there.roles[0], after })).role.users);
    expect(holders).toEqual(there.users.slice(0, 6));
    expect((await api.ask(query, { id: there.roles[0] })).role).toMatchObject({
      users: { totalCount: 6 },
      applications: { totalCount: 1, nodes: [{ id: there.applications[0] }] },
    });
    const other = await api.call(query, { id: there.roles[0], after: Buffer.from('GPC:S:user_x').toString('base64') });
    expect([codesOf(other), problemPaths(other)]).toEqual([['INVALID_CURSOR'], ['after']]);
  });

  it('an API resource has its scopes in pages', async () => {
    const query = `query ($id: ID!, $after: String) { apiResource(id: $id) { scopes(first: 10, after: $after) { ${page} } } }`;
    expect(
      await walk(async (after) => (await api.ask(query, { id: there.resource, after })).apiResource.scopes),
    ).toEqual(there.scopes);
  });
});

describe('the viewer', () => {
  const viewer = '{ viewer { kind id permissions user { id email roles { id } } application { id name } } }';

  it('is the subject of the token, with its permissions', async () => {
    const answer = await api.call(viewer, {}, tokenFor(['roles:read', 'users:write'], there.users[7]));
    expect(answer.data.viewer).toEqual({
      kind: 'USER',
      id: there.users[7],
      permissions: ['ROLES_READ', 'USERS_WRITE'],
      user: { id: there.users[7], email: 'user0-7@example.com', roles: [{ id: there.roles[7] }] },
      application: null,
    });
  });

  it('can read its own record without any permission, but no related records', async () => {
    const answer = await api.call(viewer, {}, tokenFor([], there.applications[1]));
    expect(answer.data.viewer).toMatchObject({
      kind: 'APPLICATION',
      permissions: [],
      user: null,
      application: { id: there.applications[1], name: 'Application 0-1' },
    });
    expect(answer.errors).toEqual([]);
    const further = await api.call('{ viewer { user { email roles { id } } } }', {}, tokenFor([], there.users[1]));
    expect(further.data.viewer.user).toEqual({ email: 'user0-1@example.com', roles: null });
    expect(codesOf(further)).toEqual(['FORBIDDEN']);
    expect(admin).not.toBe(there.users[1]);
  });
});

describe('a signing key', () => {
  it('has a status that follows the rotation over time', async () => {
    await using other = await startApi();
    const rotate =
      'mutation { rotateSigningKeys(input: { delaySeconds: 60 }) { signingKey { id state publishedUntil } } }';
    const keys = async (): Promise<string[]> =>
      (await other.ask('{ signingKeys { nodes { state algorithm publicJwk } } }')).signingKeys.nodes.map(
        ({ state }: { state: string }) => state,
      );
    await other.ask(rotate);
    other.kernel.advance(61);
    expect(await keys()).toEqual(['CURRENT', 'CURRENT']);
    const { rotateSigningKeys } = await other.ask(rotate);
    expect(rotateSigningKeys.signingKey).toMatchObject({ state: 'NEXT', publishedUntil: null });
    expect(await keys()).toEqual(['CURRENT', 'CURRENT', 'NEXT', 'NEXT']);
    other.kernel.advance(61);
    expect(await keys()).toEqual(['PREVIOUS', 'PREVIOUS', 'CURRENT', 'CURRENT']);
    other.kernel.advance(2 * 86_400);
    expect(await keys()).toEqual(['RETIRED', 'RETIRED', 'CURRENT', 'CURRENT']);
  });
});
