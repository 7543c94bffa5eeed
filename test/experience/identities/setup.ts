import { beforeEach } from 'vitest';
import { openPage, type Shown } from '../../support/browsers/flow-pages.ts';
import { setPolicy, sharePages } from '../../support/browsers/pages.ts';
import { addProvider, providerEnvironment } from '../../support/identity-providers.ts';
import { addUser } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { startUpstream } from '../../support/upstream.ts';

/** Sign-ins at a real identity provider on this machine, through the pages as JSON. Each test begins without others. */
export function shareProvider() {
  const { issuer, web, application } = sharePages({ environment: providerEnvironment });
  const upstream = perFile(() => startUpstream({ clock: issuer.clock }));
  beforeEach(async () => {
    upstream.lie(null);
    upstream.refuse(null);
    const { prisma } = issuer.database;
    await prisma.identityProvider.updateMany({ data: { isEnabled: false } });
    await prisma.identityProviderDomain.deleteMany();
    await setPolicy(issuer, {});
  });
  let people = 0;
  return {
    issuer,
    web,
    application,
    upstream,
    /** Another person at the provider. */
    newPerson(claims: object = {}) {
      const email = `person${++people}@example.com`;
      const sub = `subject ${people}`;
      upstream.person = { sub, claims: { name: 'Ada Lovelace', email, email_verified: true, ...claims } };
      return { email, sub };
    },
    newUser: (email: string, data: object = {}) =>
      addUser(issuer.database.prisma, { email, emailVerifiedAt: new Date(), ...data }),
    provider: (data: Parameters<typeof addProvider>[2] = {}) => addProvider(issuer, upstream, data),
    open: (opening?: Parameters<typeof openPage>[2]) => openPage(issuer, web, opening),
    identitiesOf: (userId: string) =>
      issuer.database.prisma.userIdentity.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } }),
    link: (userId: string, identityProviderId: string, subject: string) =>
      issuer.database.prisma.userIdentity.create({
        data: { id: issuer.ids.next('userIdentity'), userId, identityProviderId, subject },
      }),
    lastEvent: (type: string) =>
      issuer.database.prisma.event.findFirstOrThrow({ where: { type }, orderBy: { sequence: 'desc' } }),
    /** Why the attempt was refused, as administrators see it. */
    async reasonsOf({ reference = '' }: Shown) {
      const attempt = await issuer.database.prisma.signInAttempt.findFirstOrThrow({
        where: { reference: reference.replace('-', '') },
        include: { entries: { orderBy: { at: 'asc' } } },
      });
      return attempt.entries.flatMap(({ reason }) => reason ?? []);
    },
  };
}
