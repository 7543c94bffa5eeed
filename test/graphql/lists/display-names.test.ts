import { getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { nodeKinds, subjectKinds, typeNameOf } from '../../../src/vocabulary/kinds.ts';
import { startApi } from '../api.ts';

it('every kind of record that events are about and that can be read is Named', () => {
  const named = schema.getType('Named');
  const types = isInterfaceType(named) ? schema.getPossibleTypes(named).map(({ name }) => name) : [];
  const subjects: readonly string[] = subjectKinds;
  expect([...types].sort()).toEqual(
    nodeKinds
      .filter((kind) => subjects.includes(kind))
      .map(typeNameOf)
      .sort(),
  );
  for (const name of types) {
    const type = schema.getType(name);
    expect(isObjectType(type) && getNamedType(type.getFields()['displayName']?.type)?.name).toBe('String');
  }
});

it('records of any kinds are read with their display names by one selection', async () => {
  await using api = await startApi();
  const made = await api.ask(`mutation {
    ada: createUser(input: { name: "Ada Lovelace", username: "ada" }) { user { id } }
    alan: createUser(input: { email: "alan@example.com" }) { user { id } }
    nameless: createUser(input: {}) { user { id } }
    createApplication(input: { name: "Shop", type: NATIVE }) { application { id } }
    createRole(input: { name: "Reader" }) { role { id } }
    createOrganization(input: { name: "Acme" }) { organization { id } }
  }`);
  const nameless = made.nameless.user.id as string;
  const ids = [
    made.ada.user.id,
    made.alan.user.id,
    nameless,
    made.createApplication.application.id,
    made.createRole.role.id,
    made.createOrganization.organization.id,
  ];
  const { nodes } = await api.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Named { displayName } } }', {
    ids,
  });
  expect(nodes.map(({ displayName }: { displayName: string }) => displayName)).toEqual([
    'Ada Lovelace',
    'alan@example.com',
    nameless,
    'Shop',
    'Reader',
    'Acme',
  ]);
});
