import { describe, expect, test } from 'vitest';
import { createOrganizationInvitation } from '../../../src/operations/invitations/create-organization-invitation.ts';
import { deleteOrganizationInvitation } from '../../../src/operations/invitations/delete-organization-invitation.ts';
import { resendOrganizationInvitation } from '../../../src/operations/invitations/resend-organization-invitation.ts';
import { refusalOf, startKernel } from '../../support/kernel.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { makeRecords, testSecretBox } from '../../support/records.ts';

const kernel = perFile(() => startKernel({ canSendMail: true }));
const silent = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

const invite = (inviteeEmail: string, more: { language?: 'de'; inviterId?: string } = {}) =>
  kernel.run(createOrganizationInvitation, { organizationId: w.organization, inviteeEmail, ...more });
const resend = (organizationInvitationId: string) =>
  kernel.run(resendOrganizationInvitation, { organizationInvitationId });
const messagesTo = async (recipient: string) => {
  const rows = await kernel.database.prisma.message.findMany({
    where: { recipient },
    omit: { encryptedParameters: false },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ encryptedParameters, template, language }) => ({
    template,
    language,
    ...JSON.parse(testSecretBox.open(Buffer.from(encryptedParameters ?? [])).toString()),
  }));
};
const tokensOf = (organizationInvitationId: string) =>
  kernel.database.prisma.oneTimeToken.findMany({ where: { organizationInvitationId }, orderBy: { id: 'asc' } });

describe('an invitation', () => {
  test('is sent with a link that expires with it, and the link is not returned', async () => {
    const email = `new_${w.n}@example.com`;
    const { output } = await invite(email, { language: 'de', inviterId: w.user });
    expect(output).toMatchObject({ link: null, mailSent: true });
    const names = { organizationName: 'Acme', inviterName: 'Ada' };
    expect(await messagesTo(email)).toMatchObject([
      { template: 'organization-invitation', language: 'de', days: 7, ...names },
    ]);
    const [token] = await tokensOf(output.organizationInvitation);
    expect(token).toMatchObject({ email, userId: null });
    expect(token?.expiresAt).toEqual(new Date(kernel.now().getTime() + 7 * 86_400_000));
    expect((await messagesTo(email))[0].link).toContain(`https://mandate.example/link/${token?.id}.`);
  });

  test('an invitation that is resent has a new link, and the earlier one ends', async () => {
    const email = `new_${w.n}@example.com`;
    const { output } = await invite(email);
    expect((await resend(output.organizationInvitation)).output).toMatchObject({ link: null, mailSent: true });
    expect((await tokensOf(output.organizationInvitation)).map(({ revokedAt }) => revokedAt !== null)).toEqual([
      true,
      false,
    ]);
    const [first, second] = await messagesTo(email);
    expect(first.link).not.toBe(second.link);
  });

  test('contains no markup or line break of a name', async () => {
    const { prisma } = kernel.database;
    await prisma.organization.update({
      where: { id: w.organization },
      data: { name: `Acme\r\nBcc: x${'y'.repeat(200)}` },
    });
    const email = `new_${w.n}@example.com`;
    await invite(email);
    const [{ organizationName }] = await messagesTo(email);
    expect(organizationName).toMatch(/^Acme Bcc: xy+…$/);
    expect(organizationName.length).toBeLessThanOrEqual(64);
  });

  test('returns its link, and sends nothing, if no mail can be sent', async () => {
    const { organization, n } = await makeRecords(silent);
    const input = { organizationId: organization, inviteeEmail: `new_${n}@example.com` };
    const { output, events } = await silent.run(createOrganizationInvitation, input);
    expect(output).toMatchObject({
      mailSent: false,
      link: expect.stringMatching(/^https:\/\/mandate\.example\/link\/ott_/),
    });
    expect(JSON.stringify(events)).not.toContain('ott_');
    expect(await silent.database.prisma.message.count({ where: { recipient: input.inviteeEmail } })).toBe(0);
    const [token] = await silent.database.prisma.oneTimeToken.findMany({
      where: { organizationInvitationId: output.organizationInvitation },
    });
    expect(token?.email).toBeNull();
  });

  test('is sent to an address at most five times in ten minutes, also by concurrent calls', async () => {
    const email = `new_${w.n}@example.com`;
    const { output } = await invite(email);
    const calls = await Promise.allSettled(Array.from({ length: 8 }, () => resend(output.organizationInvitation)));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await refusalOf(resend(output.organizationInvitation))).toMatchObject({
      code: 'RATE_LIMITED',
      paths: ['organizationInvitationId'],
    });
    expect(await messagesTo(email)).toHaveLength(5);
  });

  test('takes its links with it when it is deleted', async () => {
    const { output } = await invite(`new_${w.n}@example.com`);
    await kernel.run(deleteOrganizationInvitation, { organizationInvitationId: output.organizationInvitation });
    expect(await tokensOf(output.organizationInvitation)).toEqual([]);
  });
});
