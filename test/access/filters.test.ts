import { describe, expect, it } from 'vitest';
import { administratorOf, holder, startManagementApi } from '../support/management-api.ts';
import { perFile } from '../support/per-file.ts';

const api = perFile(startManagementApi);

it('negated and alternative conditions reveal nothing of other organizations', async () => {
  const { ours, theirs } = api;
  const outside = [theirs.organization, ours.organization].flatMap((id) => [
    `not: { organizationId: "${id}" }`,
    `anyOf: [{ organizationId: "${id}" }]`,
  ]);
  for (const filter of [...outside, `not: { ids: ["${ours.other}"] }`, `ids: ["${theirs.user}"]`]) {
    const { data } = await api.graphql(`{ users(filter: { ${filter} }) { nodes { id } } }`, administratorOf(ours));
    const found = data.users.nodes.map(({ id }: { id: string }) => id);
    expect([filter, found.filter((id: string) => id !== ours.user)]).toEqual([filter, []]);
  }
});

describe('the permission of another kind, for a filter by one of its records,', () => {
  it.each([
    ['users', 'roleId: "ROLE"', 'users:read', 'roles:read'],
    ['users', 'organizationId: "ORGANIZATION"', 'users:read', 'organizations:read'],
    ['users', 'not: { roleId: "ROLE" }', 'users:read', 'roles:read'],
    ['users', 'anyOf: [{ email: "x" }, { roleId: "ROLE" }]', 'users:read', 'roles:read'],
    ['scopes', 'notInRoleId: "ROLE"', 'resources:read', 'roles:read'],
    ['roles', 'notOfUserId: "USER"', 'roles:read', 'users:read'],
    ['signInAttempts', 'applicationId: "APPLICATION"', 'users:read', 'applications:read'],
    ['messages', 'connectorId: "CONNECTOR"', 'users:read', 'connectors:read'],
    ['applications', 'roleId: "ROLE"', 'applications:read', 'roles:read'],
    ['applications', 'servedResourceId: "RESOURCE"', 'applications:read', 'resources:read'],
    ['applications', 'targetResourceId: "RESOURCE"', 'applications:read', 'resources:read'],
    ['roles', 'userId: "USER"', 'roles:read', 'users:read'],
    ['roles', 'scopeId: "SCOPE"', 'roles:read', 'resources:read'],
    ['organizations', 'userId: "USER"', 'organizations:read', 'users:read'],
    ['organizationMembers', 'userId: "USER"', 'organizations:read', 'users:read'],
    ['organizationRoles', 'scopeId: "SCOPE"', 'organization-roles:read', 'resources:read'],
  ] as const)('is required by %s(filter: { %s })', async (list, template, own, other) => {
    const { role, organization, user, scope, application, connector, resource } = api.ours;
    const values = {
      ROLE: role,
      ORGANIZATION: organization,
      USER: user,
      SCOPE: scope,
      APPLICATION: application,
      CONNECTOR: connector,
      RESOURCE: resource,
    };
    const filter = template.replace(/[A-Z]{4,}/, (name) => values[name as keyof typeof values]);
    const document = `{ ${list}(filter: { ${filter} }) { totalCount } }`;
    expect((await api.graphql(document, holder(own))).codes).toEqual(['FORBIDDEN']);
    expect((await api.graphql(document, holder(own, other))).codes).toEqual([]);
  });

  it.each(['targetsRestricted: true', 'targetResourceId: "RESOURCE"'])(
    'applications(filter: { %s }) requires the permission everywhere, as the exchange policy does',
    async (template) => {
      const { ours } = api;
      const filter = template.replace('RESOURCE', ours.resource);
      const document = `{ applications(filter: { ${filter} }) { totalCount } }`;
      const here = administratorOf(ours);
      expect((await api.graphql('{ applications { totalCount } }', here)).codes).toEqual([]);
      const caller = { ...here, permissions: ['resources:read'] as const };
      expect((await api.graphql(document, caller)).codes).toEqual(['FORBIDDEN']);
      expect((await api.graphql(document, holder('applications:read', 'resources:read'))).codes).toEqual([]);
    },
  );

  it.each([
    ['organizationMembers(orderBy: { field: NAME })', 'users:read'],
    ['organizationMembers(orderBy: { field: EMAIL })', 'users:read'],
    ['organizationApplications(orderBy: { field: NAME })', 'applications:read'],
  ] as const)('the order of %s requires the permission as well', async (field, other) => {
    const below = (list: string) => `{ organization(id: "${api.ours.organization}") { ${list} { totalCount } } }`;
    const ofOrganization = field.replace('organizationMembers', 'members').replace('organizationA', 'a');
    for (const document of [`{ ${field} { nodes { joinedAt } } }`, below(ofOrganization)]) {
      expect((await api.graphql(document, holder('organizations:read'))).codes).toEqual(['FORBIDDEN']);
      expect((await api.graphql(document, holder('organizations:read', other))).codes).toEqual([]);
      expect((await api.graphql(document, administratorOf(api.ours))).codes).toEqual([]);
    }
  });

  it('a search by the names of members requires the permission as well', async () => {
    const document = '{ organizationMembers(search: "user_") { totalCount } }';
    expect((await api.graphql(document, holder('organizations:read'))).codes).toEqual(['FORBIDDEN']);
    expect((await api.graphql(document, holder('organizations:read', 'users:read'))).codes).toEqual([]);
  });
});
