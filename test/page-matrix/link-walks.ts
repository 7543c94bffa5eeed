import { platformActor } from '../../src/kernel/actor.ts';
import { createOrganizationInvitation } from '../../src/operations/invitations/create-organization-invitation.ts';
import { linkFor, newLink } from '../support/browsers/links.ts';
import { addApplication } from '../support/issuer.ts';
import { follow, leave, start, type Walk } from './visit.ts';

const origin = { requestId: 'req_test', channel: 'rest' } as const;
const press = 'button[name=way][value=link]';

/** Links in messages. */
export const linkWalks: Record<string, Walk> = {
  async 'a link that signs in'(visit) {
    const { stage, picture } = visit;
    const { id } = await stage.person();
    const link = await newLink(stage.issuer, { userId: id });
    const page = await stage.open();
    await page.goto(link);
    await picture(page, 'link');
    await leave(page, () => page.click(press));
    await start(visit, { page });
    await picture(page, 'link-in-sign-in');
    await leave(page, () => page.click(press));
    await page.goto(link);
    await picture(page, 'link-used');
    await page.goto(`${stage.issuer.publicUrl}/link/none`);
    await picture(page, 'link-unknown');
  },

  async 'an invitation, where there are several applications'({ stage, picture }) {
    const { issuer } = stage;
    const { prisma } = issuer.database;
    const organizationId = issuer.ids.next('organization');
    const inviteeEmail = 'johanna.hohenschwangau@subsidiary.example.com';
    await prisma.organization.create({
      data: { id: organizationId, name: 'Donaudampfschifffahrtsgesellschaft and Sons of Regensburg' },
    });
    await issuer.execute(createOrganizationInvitation, platformActor, { organizationId, inviteeEmail }, origin);
    const settings = { redirectUris: ['https://another.example/'], name: 'Warehouse' };
    const { id } = await addApplication(prisma, 'SINGLE_PAGE', settings);
    const page = await stage.open();
    await page.goto(await linkFor(issuer, inviteeEmail));
    await picture(page, 'invitation');
    await follow(page, () => page.click(press));
    await picture(page, 'link-kept');
    await prisma.application.delete({ where: { id } });
  },
};
