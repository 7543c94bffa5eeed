import { beforeEach } from 'vitest';
import { openPage, type ShownPage } from '../../support/browsers/flow-pages.ts';
import { setPolicy, sharePages } from '../../support/browsers/pages.ts';
import {
  addProvider,
  addSamlProvider,
  linkTo,
  providerEnvironment,
} from '../../support/upstreams/identity-providers.ts';
import { addUser } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { startUpstream } from '../../support/upstreams/upstream.ts';
import { ofProvider } from '../../support/upstreams/saml-keys.ts';
import { startSamlUpstream } from '../../support/upstreams/saml-provider.ts';

/** A platform whose pages are used as JSON. Each test begins without identity providers. */
function shareIdentities() {
  const { issuer, web, application } = sharePages({ environment: providerEnvironment });
  beforeEach(async () => {
    const { prisma } = issuer.database;
    await prisma.identityProvider.updateMany({ data: { isEnabled: false } });
    await prisma.identityProviderDomain.deleteMany();
    await setPolicy(issuer, {});
  });
  return {
    issuer,
    web,
    application,
    newUser: (email: string, data: object = {}) =>
      addUser(issuer.database.prisma, { email, emailVerifiedAt: new Date(), ...data }),
    open: (opening?: Parameters<typeof openPage>[2]) => openPage(issuer, web, opening),
    identitiesOf: (userId: string) =>
      issuer.database.prisma.userIdentity.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } }),
    link: (userId: string, identityProviderId: string, subject: string) =>
      linkTo(issuer, userId, identityProviderId, subject),
    lastEvent: (type: string) =>
      issuer.database.prisma.event.findFirstOrThrow({ where: { type }, orderBy: { sequence: 'desc' } }),
    /** Why the attempt was refused, as administrators see it. */
    async reasonsOf({ reference = '' }: ShownPage) {
      const attempt = await issuer.database.prisma.signInAttempt.findFirstOrThrow({
        where: { reference: reference.replace('-', '') },
        include: { entries: { orderBy: { at: 'asc' } } },
      });
      return attempt.entries.flatMap(({ reason }) => reason ?? []);
    },
  };
}

/** Sign-ins at a real identity provider by OpenID Connect on this machine. */
export function shareProvider() {
  const shared = shareIdentities();
  const upstream = perFile(() => startUpstream({ clock: shared.issuer.clock }));
  beforeEach(() => {
    upstream.lie(null);
    upstream.refuse(null);
  });
  let people = 0;
  return {
    ...shared,
    upstream,
    /** Another person at the provider. */
    newPerson(claims: object = {}) {
      const email = `person${++people}@example.com`;
      const sub = `subject ${people}`;
      upstream.person = { sub, claims: { name: 'Ada Lovelace', email, email_verified: true, ...claims } };
      return { email, sub };
    },
    provider: (data: Parameters<typeof addProvider>[2] = {}) => addProvider(shared.issuer, upstream, data),
  };
}

/** Sign-ins at an identity provider by SAML on this machine, whose addresses are trusted. */
export function shareSamlProvider() {
  const shared = shareIdentities();
  const upstream = perFile(() => startSamlUpstream({ clock: shared.issuer.clock }));
  beforeEach(() => {
    upstream.lie(null);
    upstream.refuse(null);
    upstream.restore();
    upstream.setKeys(ofProvider);
    upstream.announce({});
  });
  let people = 0;
  return {
    ...shared,
    upstream,
    /** Another person at the provider. */
    newPerson(person: Partial<typeof upstream.person> = {}) {
      const email = `person${++people}@example.com`;
      const nameId = `subject ${people}`;
      const { email: named, givenName, familyName } = attributeNames;
      const attributes = [
        [named, email],
        [givenName, 'Ada'],
        [familyName, 'Lovelace'],
      ] as const;
      upstream.person = { nameId, attributes, ...person };
      return { email, nameId };
    },
    provider: (data: Parameters<typeof addSamlProvider>[2] = {}) =>
      addSamlProvider(shared.issuer, upstream, { addressTrust: 'domains', domains: ['example.com'], ...data }),
  };
}

/** The names of attributes in the preset. */
const attributeNames = {
  email: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  givenName: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  familyName: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
};
