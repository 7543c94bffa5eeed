import { Visitor } from '../support/browsers/browser.ts';
import { openPage } from '../support/browsers/flow-pages.ts';
import { password, type TestIssuer } from '../support/issuer.ts';
import type { Stage } from './stage.ts';

interface Person {
  id: string;
  username: string | null;
  email: string | null;
}

/** Memberships with roles, and invitations. */
export async function addOrganizations({ database, ids, clock }: TestIssuer, { id, email }: Person): Promise<void> {
  const { prisma } = database;
  const expiresAt = new Date(clock.now().getTime() + 86_400_000);
  for (const name of ['Acme', 'Donaudampfschifffahrtsgesellschaft and Sons of Regensburg'])
    await prisma.organization.create({
      data: { id: ids.next('organization'), name, users: { create: { userId: id } } },
    });
  const { organizationId } = await prisma.organizationUser.findFirstOrThrow({ where: { userId: id } });
  for (const name of ['Accounting of the northern branch', 'Administrator', 'Guest']) {
    const organizationRoleId = ids.next('organizationRole');
    await prisma.organizationRole.create({ data: { id: organizationRoleId, name } });
    await prisma.organizationUserRole.create({ data: { organizationId, userId: id, organizationRoleId } });
  }
  for (const name of ['Globex', 'شركة الاتصالات'])
    await prisma.organizationInvitation.create({
      data: {
        id: ids.next('organizationInvitation'),
        organization: { create: { id: ids.next('organization'), name } },
        inviteeEmail: email ?? '',
        expiresAt,
      },
    });
}

const agents = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
];

/** Sessions in other browsers, with consent to an application of others. */
export async function otherSessions(stage: Stage, { username }: Person, code: () => string): Promise<void> {
  for (const agent of agents) {
    const visitor = new Visitor((url, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('user-agent', agent);
      return fetch(url, { ...init, headers });
    });
    const { indicator: resource, scope } = stage.api;
    const parameters = { scope: `openid profile email ${scope}`, resource };
    const page = await openPage(stage.issuer, stage.partner, { visitor, parameters });
    await page.answer({ identifier: username ?? '', password });
    const { next = '' } = await page.answer({ step: 'totp', code: code() });
    const consent = await visitor.follow(new URL(next, page.url), stage.issuer.publicUrl);
    if ('url' in consent) await visitor.post(consent.url, { answer: 'yes' });
    stage.issuer.advance(60);
  }
}
