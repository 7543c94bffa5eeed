import { describe, expect, test } from 'vitest';
import { maxDomains, maxOrganizations } from '../../../src/domain/people/organization-domain.ts';
import { createOrganization } from '../../../src/operations/organizations/create-organization.ts';
import { removeOrganizationDomain } from '../../../src/operations/organizations/remove-organization-domain.ts';
import { setOrganizationDomain } from '../../../src/operations/organizations/set-organization-domain.ts';
import { publicMailDomains } from '../../../src/vocabulary/public-mail-domains.ts';
import { refusalOf, startKernel } from '../../support/kernel.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { makeRecords } from '../../support/records.ts';

const kernel = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

const set = (domain: string, organizationId = w.organization) =>
  kernel.run(setOrganizationDomain, { organizationId, domain });
const domainsOf = async (organizationId: string) =>
  (await kernel.database.prisma.organizationDomain.findMany({ where: { organizationId } })).map(({ domain }) => domain);

describe('a domain of an organization', () => {
  test.each([
    ['EXAMPLE.com', 'example.com'],
    [' acme.Co.UK ', 'acme.co.uk'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['root.example.', 'root.example'],
    ['ｅｘａｍｐｌｅ.org', 'example.org'],
  ])('%s is stored as %s', async (typed, stored) => {
    await set(typed);
    expect(await domainsOf(w.organization)).toContain(stored);
  });

  test.each([
    '',
    'localhost',
    'ada@example.com',
    'https://example.com',
    'example.com/',
    'example.com:25',
    'example..com',
    '.example.com',
    '*.example.com',
    '192.0.2.1',
    '1.2',
    'exam ple.com',
    'example.com%2e',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(126)}example`,
  ])('%j is refused', async (typed) => {
    const refusal = { code: 'BAD_USER_INPUT', paths: ['domain'] };
    expect(await refusalOf(set(typed))).toMatchObject(refusal);
    expect(await domainsOf(w.organization)).toEqual([w.domain]);
  });

  test.each([...publicMailDomains].slice(0, 3).concat('GMail.com'))(
    'a domain that belongs to a public email provider is refused with the reason: %s',
    async (typed) => {
      await expect(set(typed)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        problems: [{ path: ['domain'], message: expect.stringContaining('public email provider') }],
      });
    },
  );

  test('gets other roles by another call, and one event has the domain before and after it', async () => {
    const { events } = await kernel.run(setOrganizationDomain, {
      organizationId: w.organization,
      domain: w.domain,
      organizationRoleIds: [w.otherOrganizationRole],
    });
    expect(events).toMatchObject([
      {
        type: 'Organization.Domains.Updated',
        data: {
          addedDomains: [{ domain: w.domain, organizationRoleIds: [w.otherOrganizationRole] }],
          removedDomains: [{ domain: w.domain, organizationRoleIds: [w.organizationRole] }],
        },
      },
    ]);
  });

  test('is removed in any spelling', async () => {
    await kernel.run(removeOrganizationDomain, { organizationId: w.organization, domain: w.domain.toUpperCase() });
    expect(await domainsOf(w.organization)).toEqual([]);
  });
});

describe('the number of domains', () => {
  test('an organization has a limited number of domains, also for concurrent calls', async () => {
    const { prisma } = kernel.database;
    const data = Array.from({ length: maxDomains - 3 }, (_, n) => ({
      organizationId: w.organization,
      domain: `d${n}-of-${w.n}.example`,
    }));
    await prisma.organizationDomain.createMany({ data });
    const calls = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => set(`more${n}.example`)));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await domainsOf(w.organization)).toHaveLength(maxDomains);
  });

  test('a domain has a limited number of organizations, also for concurrent calls', async () => {
    const organizations = await Promise.all(
      Array.from({ length: maxOrganizations + 3 }, (_, n) => kernel.run(createOrganization, { name: `Twin ${n}` })),
    );
    const domain = `shared-${w.n}.example`;
    const calls = await Promise.allSettled(organizations.map(({ output }) => set(domain, output.organization)));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxOrganizations);
  });
});
