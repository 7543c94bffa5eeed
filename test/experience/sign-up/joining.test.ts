import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInPolicySchema } from '../../../src/domain/flow/policy.ts';
import { platformActor } from '../../../src/kernel/actor.ts';
import { removeOrganizationMember } from '../../../src/operations/organizations/memberships.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { storePolicy } from '../../../src/store/flows/policies.ts';
import { openPage } from '../../support/browsers/flow-pages.ts';
import { addApplication, addUser, password, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';

/** People who join organizations by the domain of their verified address, through the JSON of the pages. */
const issuer = perFile(startIssuer);
let web: RelyingParty;
let clerk: string;
beforeAll(async () => {
  const { prisma } = issuer.database;
  web = await relyingParty(
    issuer.issuer,
    await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] }),
  );
  await storePolicy(prisma, signInPolicySchema.parse({ signUp: { isOpen: true } }));
  clerk = ids.next('organizationRole');
  await prisma.organizationRole.create({ data: { id: clerk, name: 'Clerk' } });
});

let count = 0;
let domain = '';
beforeEach(() => {
  domain = `acme${++count}.example`;
});

/** An organization with the domain, whose people become clerks. */
async function addOrganization(): Promise<string> {
  const id = ids.next('organization');
  const domains = { create: { domain, roles: { create: { organizationRoleId: clerk } } } };
  await issuer.database.prisma.organization.create({ data: { id, name: 'Acme', domains } });
  return id;
}

let lastMessage = '';

/** The code of the next message to an address. */
async function codeFor(to: string): Promise<string> {
  const query = new URLSearchParams({ to, wait: '10', ...(lastMessage && { after: lastMessage }) });
  const response = await fetch(`${issuer.url}/inbox.json?${query}`);
  const { messages } = (await response.json()) as { messages: { id: string; code: string | null }[] };
  lastMessage = messages[0]?.id ?? '';
  return messages[0]?.code ?? '';
}

async function signInByCode(address: string) {
  const page = await openPage(issuer, web);
  await page.answer({ way: 'email-code', identifier: address });
  return page.answer({ code: await codeFor(address) });
}

async function signUp(address: string) {
  const page = await openPage(issuer, web);
  await page.answer({ way: 'sign-up' });
  await page.answer({ identifier: address });
  await page.answer({ code: await codeFor(address) });
  return page.answer({ password: 'seven wooden ships at sea' });
}

const userWith = (email: string) => issuer.database.prisma.user.findUniqueOrThrow({ where: { email } });
const membershipsOf = async (userId: string) => {
  const rows = await issuer.database.prisma.organizationUser.findMany({
    where: { userId },
    include: { roles: true },
    orderBy: { organizationId: 'asc' },
  });
  return rows.map(({ organizationId, roles }) => [organizationId, roles.map((role) => role.organizationRoleId)]);
};
/** The events of the last operation. */
async function lastEvents() {
  const { prisma } = issuer.database;
  const last = await prisma.event.findFirstOrThrow({ orderBy: { sequence: 'desc' } });
  const rows = await prisma.event.findMany({ where: { occurredAt: last.occurredAt }, orderBy: { sequence: 'asc' } });
  return rows.map(({ type, data }) => [type, data] as const);
}

describe('people join the organizations of the domain of their address', () => {
  test('a person who signs up joins them, with roles and events, before the sign-up is reported', async () => {
    const organizationId = await addOrganization();
    const address = `ada@${domain}`;
    expect(await signUp(address)).toMatchObject({ next: expect.any(String) });
    const { id } = await userWith(address);
    expect(await membershipsOf(id)).toEqual([[organizationId, [clerk]]]);
    const events = await lastEvents();
    expect(events.map(([type]) => type)).toEqual([
      'User.Created',
      'Organization.Membership.Updated',
      'Organization.MemberRoles.Updated',
      'PostRegister',
    ]);
    expect(events[1]?.[1]).toMatchObject({ organizationId, addedUserIds: [id] });
    expect(events[2]?.[1]).toMatchObject({ organizationId, userId: id, addedOrganizationRoleIds: [clerk] });
  });

  test('a person whose code first verifies the address of an existing account joins them', async () => {
    const organizationId = await addOrganization();
    const user = await addUser(issuer.database.prisma, { email: `ada@${domain}`, passwordHash: null });
    await signInByCode(`ada@${domain}`);
    expect(await membershipsOf(user.id)).toEqual([[organizationId, [clerk]]]);
    expect((await lastEvents()).map(([type]) => type)).toEqual([
      'User.Data.Updated',
      'Organization.Membership.Updated',
      'Organization.MemberRoles.Updated',
      'PostSignIn',
    ]);
  });

  test('a person who enters a code after the organization got the domain joins it, once', async () => {
    const user = await addUser(issuer.database.prisma, { email: `ada@${domain}`, emailVerifiedAt: new Date() });
    await signInByCode(`ada@${domain}`);
    const organizationId = await addOrganization();
    issuer.advance(60);
    await signInByCode(`ada@${domain}`);
    expect(await membershipsOf(user.id)).toEqual([[organizationId, [clerk]]]);
    issuer.advance(60);
    await signInByCode(`ada@${domain}`);
    expect((await lastEvents()).map(([type]) => type)).toEqual(['PostSignIn']);
  });

  test('a person joins all organizations that have the domain', async () => {
    const both = [await addOrganization(), await addOrganization()];
    await signUp(`ada@${domain}`);
    const { id } = await userWith(`ada@${domain}`);
    expect((await membershipsOf(id)).map(([organizationId]) => organizationId)).toEqual(both);
  });
});

describe('people do not join', () => {
  test('a member who was removed does not join again', async () => {
    const organizationId = await addOrganization();
    await signUp(`ada@${domain}`);
    const { id: userId } = await userWith(`ada@${domain}`);
    const origin = { requestId: 'req_test', channel: 'platform' as const };
    await issuer.execute(removeOrganizationMember, platformActor, { organizationId, userId }, origin);
    issuer.advance(60);
    expect(await signInByCode(`ada@${domain}`)).toMatchObject({ next: expect.any(String) });
    expect(await membershipsOf(userId)).toEqual([]);
  });

  test('a person whose address is not verified joins nothing, even with the right password', async () => {
    await addOrganization();
    const user = await addUser(issuer.database.prisma, { email: `ada@${domain}` });
    const page = await openPage(issuer, web);
    await page.answer({ identifier: `ada@${domain}`, password });
    expect(await membershipsOf(user.id)).toEqual([]);
  });

  test.each(['sub.DOMAIN', 'xDOMAIN', 'DOMAIN.example'])(
    'a person whose address is at %s joins nothing',
    async (pattern) => {
      await addOrganization();
      const address = `ada@${pattern.replace('DOMAIN', domain)}`;
      await signUp(address);
      expect(await membershipsOf((await userWith(address)).id)).toEqual([]);
    },
  );
});
