import { beforeAll, describe, expect, it } from 'vitest';
import { mayExchange } from '../../src/domain/oauth/application.ts';
import { applicationTypes } from '../../src/vocabulary/resources.ts';
import { perFile } from '../support/per-file.ts';
import { codesOf, startApi, tokenFor } from './api.ts';
import { fill, type Filled } from './inputs/fill.ts';
import { fillAround } from './inputs/fill-around.ts';

const api = perFile(startApi);
let there: Filled;
beforeAll(async () => {
  there = await fill(api, 3);
  await fillAround(api, there);
});

const second = (kind: Exclude<keyof Filled, 'resource'>): string => there[kind][1] ?? '';
const ids = (records: { id: string }[]): string[] => records.map(({ id }) => id);

describe('one query returns', () => {
  it('a user with roles, organizations with the roles held there, sessions, identities and password', async () => {
    const { user } = await api.ask(
      `query ($id: ID!) { user(id: $id) {
        roles { id scopes { id } }
        organizations { totalCount nodes { organization { id } roles { id scopes { id } organizationScopes { id } } joinedAt } }
        sessions { id startedAt expiresAt applications { id } }
        identities { identityProvider { name } subject createdAt }
        hasPassword
      } }`,
      { id: second('users') },
    );
    expect(user).toEqual({
      roles: [{ id: second('roles'), scopes: [{ id: second('scopes') }] }],
      organizations: {
        totalCount: 1,
        nodes: [
          {
            organization: { id: second('organizations') },
            roles: [
              {
                id: second('organizationRoles'),
                scopes: [{ id: second('scopes') }],
                organizationScopes: [{ id: second('organizationScopes') }],
              },
            ],
            joinedAt: expect.any(String),
          },
        ],
      },
      sessions: [
        {
          id: `session-of-${second('users')}`,
          startedAt: '2023-11-14T22:13:20.000Z',
          expiresAt: new Date(api.kernel.now().getTime() + 3_600_000).toISOString(),
          applications: [{ id: second('applications') }],
        },
      ],
      identities: [{ identityProvider: { name: 'Login 1' }, subject: second('users'), createdAt: expect.any(String) }],
      hasPassword: false,
    });
  });

  it('an organization with members and their roles, applications and invitations', async () => {
    const { organization } = await api.ask(
      `query ($id: ID!) { organization(id: $id) {
        members { nodes { user { id } roles { id } } }
        applications { nodes { application { id } roles { id } } }
        invitations { totalCount nodes { inviteeEmail status inviter { id } acceptedUser { id } organizationRoles { id } } }
      } }`,
      { id: second('organizations') },
    );
    const roles = [{ id: second('organizationRoles') }];
    expect(organization).toEqual({
      members: { nodes: [{ user: { id: second('users') }, roles }] },
      applications: { nodes: [{ application: { id: second('applications') }, roles }] },
      invitations: {
        totalCount: 1,
        nodes: [
          {
            inviteeEmail: 'invited1@example.com',
            status: 'ACCEPTED',
            inviter: { id: second('users') },
            acceptedUser: { id: second('users') },
            organizationRoles: roles,
          },
        ],
      },
    });
  });

  it('the holders of a role, a scope and an organization scope', async () => {
    const answer = await api.ask(
      `query ($role: ID!, $scope: ID!, $organizationScope: ID!) {
        role(id: $role) { scopes { id } users { nodes { id } } applications { nodes { id } } }
        scope(id: $scope) { roles { id } organizationRoles { id } apiResource { id } }
        organizationScope(id: $organizationScope) { organizationRoles { id } }
      }`,
      { role: second('roles'), scope: second('scopes'), organizationScope: second('organizationScopes') },
    );
    expect(ids(answer.role.scopes)).toEqual([second('scopes')]);
    expect(ids(answer.role.users.nodes)).toEqual([second('users')]);
    expect(ids(answer.role.applications.nodes)).toEqual([second('applications')]);
    expect([ids(answer.scope.roles), ids(answer.scope.organizationRoles)]).toEqual([
      [second('roles')],
      [second('organizationRoles')],
    ]);
    expect(answer.scope.apiResource.id).toBe(there.resource);
    expect(ids(answer.organizationScope.organizationRoles)).toEqual([second('organizationRoles')]);
  });

  it('no sessions, identities or factors without users:read', async () => {
    const document =
      'query ($id: ID!) { user(id: $id) { sessions { id } identities { subject } factors { id } hasPassword } }';
    expect(codesOf(await api.call(document, { id: second('users') }, tokenFor(['applications:read'])))).toEqual([
      'FORBIDDEN',
    ]);
  });
});

describe('Application.tokenExchange', () => {
  const switches = [true, false];
  const kinds = applicationTypes.flatMap((type) =>
    switches.flatMap((isThirdParty) =>
      switches.flatMap((tokenExchangeAllowed) =>
        switches.map((isSuspended) => ({ type, isThirdParty, tokenExchangeAllowed, isSuspended })),
      ),
    ),
  );

  it('states whether the application can exchange tokens, by the rule of the token endpoint, and every obstacle', async () => {
    const { prisma } = api.kernel.database;
    for (const { isSuspended, ...settings } of kinds) {
      const isPublic = settings.type === 'NATIVE' || settings.type === 'SINGLE_PAGE';
      // The database refuses to store this.
      if (settings.tokenExchangeAllowed && (isPublic || settings.isThirdParty)) continue;
      const id = second('applications');
      const suspendedAt = isSuspended ? api.kernel.now() : null;
      await prisma.application.update({ where: { id }, data: { ...settings, suspendedAt } });
      const { tokenExchange } = (
        await api.ask('query ($id: ID!) { application(id: $id) { tokenExchange { isAllowed reasons } } }', { id })
      ).application;
      const reasons = {
        DISABLED: !settings.tokenExchangeAllowed,
        THIRD_PARTY: settings.isThirdParty,
        PUBLIC_CLIENT: isPublic,
        SUSPENDED: isSuspended,
      };
      expect(tokenExchange).toEqual({
        isAllowed: mayExchange(settings) && !isSuspended,
        reasons: Object.entries(reasons).flatMap(([reason, holds]) => (holds ? [reason] : [])),
      });
    }
  });
});
