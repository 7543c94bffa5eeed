import { beforeEach, describe, expect, test } from 'vitest';
import { password } from '../support/issuer.ts';
import { administratorOf, startManagementApi } from '../support/management-api.ts';
import { perFile } from '../support/per-file.ts';
import { startPeopleElsewhere } from './providers.ts';

/** Attacks by the domains of addresses: who joins, who is led where, and who may say so. */
const people = perFile(startPeopleElsewhere);
beforeEach(async () => {
  await people.policy({});
  await people.prisma.identityProviderDomain.deleteMany();
});

/** An organization that the people of a domain join. */
async function organizationOf(domain: string): Promise<string> {
  const id = people.issuer.ids.next('organization');
  await people.prisma.organization.create({ data: { id, name: id, domains: { create: { domain } } } });
  return id;
}
const membersOf = (organizationId: string) => people.prisma.organizationUser.count({ where: { organizationId } });

describe('H1: a domain of a public mail provider', () => {
  test.each(['gmail.com', 'outlook.com', 'Gmail.com'])('%s leads to no identity provider', async (domain) => {
    const oidc = { issuer: 'https://login.example.com', clientId: 'mandate' };
    const { status, json } = await people.rest('POST', '/identity-providers', {
      preset: 'oidc',
      oidc,
      domains: [domain],
    });
    expect([status, json.code]).toEqual([422, 'BAD_USER_INPUT']);
    expect(json.problems).toEqual([expect.objectContaining({ message: expect.stringContaining('public') })]);
  });

  test.each(['gmail.com', 'outlook.com'])('%s lets no one join an organization', async (domain) => {
    const { id } = (await people.rest('POST', '/organizations', { name: `Of ${domain}` })).json;
    const { status, json } = await people.rest('PUT', `/organizations/${id}/domains/${domain}`, {});
    expect([status, json.code]).toEqual([422, 'BAD_USER_INPUT']);
    expect(json.problems).toEqual([expect.objectContaining({ message: expect.stringContaining('public') })]);
  });
});

describe('H2: an address at a provider that is not verified there', () => {
  test.each([false, 'true', undefined])(
    'joins no organization of its domain (email_verified: %s)',
    async (verified) => {
      const organization = await organizationOf('h2.example');
      const ada = await people.person();
      const { sub } = people.elsewhere({ email: 'ada@h2.example', email_verified: verified });
      const { id } = await people.provider();
      await people.link(ada.id, id, sub);
      const page = await people.open();
      await people.goThrough(page, id);
      expect(await page.finish()).toMatchObject({ sub: ada.id });
      expect(await membersOf(organization)).toBe(0);
      await people.prisma.organization.delete({ where: { id: organization } });
    },
  );
});

describe('H3: a provider that is trusted for the addresses of its domains', () => {
  test('signs no one in whose address is of another domain', async () => {
    const ceo = await people.person({ email: 'ceo@globex.example' });
    const { sub } = people.elsewhere({ email: 'ceo@globex.example' });
    const { id } = await people.provider({
      domains: ['acme.example'],
      addressTrust: 'domains',
      linking: 'automatic',
    });
    const shown = await people.goThrough(await people.open(), id);
    expect(shown).toMatchObject({ step: { name: 'upstream', details: {} } });
    expect(shown.next).toBeUndefined();
    expect(await people.linked(ceo.id)).toEqual([]);
    expect(await people.prisma.userIdentity.count({ where: { subject: sub } })).toBe(0);
  });

  test.each(['ceo@acme.example.globex.example', 'ceo@notacme.example', 'ceo@sub.acme.example'])(
    'does not have %s',
    async (email) => {
      people.elsewhere({ email });
      const { id } = await people.provider({ domains: ['acme.example'], addressTrust: 'domains' });
      expect((await people.goThrough(await people.open(), id)).next).toBeUndefined();
      expect(await people.prisma.user.count({ where: { email } })).toBe(0);
    },
  );
});

describe('H4: an address of a domain that has a provider', () => {
  const domain = 'h4.example';
  let strangers = 0;
  const accounts: Record<string, () => Promise<string>> = {
    'an account': async () => (await people.person({ email: `known${++strangers}@${domain}` })).email ?? '',
    'no account': () => Promise.resolve(`known${++strangers}@${domain}`),
    'a suspended account': async () =>
      (await people.person({ email: `known${++strangers}@${domain}`, suspendedAt: new Date() })).email ?? '',
    'an account without a password': async () =>
      (await people.person({ email: `known${++strangers}@${domain}`, passwordHash: null })).email ?? '',
    'an account with a second factor': async () => {
      const { id } = await people.personWithApp();
      const email = `known${++strangers}@${domain}`;
      await people.prisma.user.update({ where: { id }, data: { email } });
      return email;
    },
  };

  /** The response to what Eve types, without what is random or was typed. */
  async function responseTo(name: string, fields: Record<string, string>, accept: string): Promise<string> {
    const identifier = (await accounts[name]?.()) ?? '';
    const { visitor, url } = await people.open();
    const response = await visitor.fetch(url, {
      method: 'POST',
      headers: { accept },
      body: new URLSearchParams({ ...fields, identifier }),
    });
    const text = await response.text();
    const next = /https?:[^"]*\/auth\?[^"]*/.exec(text)?.[0] ?? '';
    expect(new URL(next.replaceAll('&amp;', '&').replaceAll('\\u0026', '&')).searchParams.get('login_hint')).toBe(
      identifier,
    );
    const random = [next, identifier, encodeURIComponent(identifier), new URL(url).pathname];
    const blanked = random.reduce((rest, one) => (one ? rest.replaceAll(one, '…') : rest), text);
    return `${response.status} ${blanked.replaceAll(/[A-Z2-9]{4}-[A-Z2-9]{4}/g, '…')}`;
  }

  test.each(['text/html', 'application/json'])(
    'leads there for every one of them, byte by byte (%s)',
    async (accept) => {
      await people.provider({ domains: [domain], isShown: false });
      for (const fields of [{}, { password }, { password: 'wrong' }] as Record<string, string>[]) {
        const responses = await Promise.all(Object.keys(accounts).map((name) => responseTo(name, fields, accept)));
        expect([...new Set(responses)]).toHaveLength(1);
      }
    },
  );
});

describe('H5: the domain of another customer', () => {
  test('is not taken from its provider by another one', async () => {
    await people.provider({ name: 'Globex login', domains: ['globex.example'] });
    const oidc = { issuer: 'https://login.example.com', clientId: 'mandate' };
    const taking = { preset: 'oidc', oidc, domains: ['GLOBEX.example'] };
    expect(await people.rest('POST', '/identity-providers', taking)).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT', detail: expect.stringContaining('Globex login') },
    });
  });

  test('is for the platform’s own administrators: those of one organization change no provider', async () => {
    await using api = await startManagementApi();
    const eve = administratorOf(api.ours);
    const { identityProvider } = api.ours;
    const oidc = { issuer: 'https://login.example.com', clientId: 'mandate' };
    for (const [method, path, body] of [
      ['POST', '/identity-providers', { preset: 'oidc', oidc, domains: ['globex.example'] }],
      ['PATCH', `/identity-providers/${identityProvider}`, { domains: ['globex.example'] }],
      ['PATCH', `/identity-providers/${identityProvider}/is-enabled`, { isEnabled: true }],
      ['DELETE', `/identity-providers/${identityProvider}`, undefined],
    ] as const)
      expect(await api.rest(method, path, eve, body)).toMatchObject({ status: 403, codes: ['FORBIDDEN'] });
  });
});
