import { describe, expect, test } from 'vitest';
import { deleteApiResource } from '../../src/operations/api-resources/delete-api-resource.ts';
import { createApplication } from '../../src/operations/applications/create-application.ts';
import { setApplicationExchangePolicy } from '../../src/operations/applications/set-application-exchange-policy.ts';
import { setServedResources } from '../../src/operations/applications/set-served-resources.ts';
import { exchangePolicyOf } from '../../src/store/records/exchange-policy.ts';
import { consoleClientId } from '../../src/vocabulary/built-in-applications.ts';
import { actorWith, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile, perTest } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';

const kernel = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

const stored = (id: string) => kernel.database.prisma.application.findUniqueOrThrow({ where: { id } });
const policyOf = async (id: string) => exchangePolicyOf(kernel.database.prisma, await stored(id));
const noRules = {
  targets: null,
  subjectAudience: 'ANY',
  scopeRule: 'HELD',
  organizationRule: 'OPTIONAL',
  organizationIds: [],
  maxAuthenticationAge: null,
  requiredAcr: null,
};

describe('the exchange policy of an application', () => {
  const set = (rules: object, actor = actorWith(), applicationId = w.application) =>
    kernel.run(setApplicationExchangePolicy, { applicationId, ...rules }, actor);

  test('is replaced as a whole, with what it was', async () => {
    const target = { apiResourceId: w.resource, scopes: ['b', 'a'], mappings: [] };
    const exchangePolicy = { ...noRules, targets: [{ ...target, scopes: ['a', 'b'] }] };
    expect((await set({ targets: [target] })).events).toMatchObject([
      { data: { exchangePolicy, changed: ['targets'], previous: { targets: null } } },
    ]);
    expect(await policyOf(w.application)).toEqual(exchangePolicy);
    const other = { ...noRules, scopeRule: 'NEVER_WIDER' };
    expect((await set({ scopeRule: 'NEVER_WIDER' })).events).toMatchObject([
      { data: { exchangePolicy: other, changed: ['targets', 'scopeRule'], previous: { scopeRule: 'HELD' } } },
    ]);
    expect(await policyOf(w.application)).toEqual(other);
    expect((await set({ scopeRule: 'NEVER_WIDER' })).events).toEqual([]);
  });

  test('differs between no target and no restriction', async () => {
    expect((await set({ targets: null })).events).toEqual([]);
    expect((await set({ targets: [] })).events).toMatchObject([{ data: { previous: { targets: null } } }]);
    expect(await policyOf(w.application)).toMatchObject({ targets: [] });
  });

  test('takes API resources and organizations that exist only, and changes nothing otherwise', async () => {
    const gone = 'res_01h455vb4pex5vsknk084sn02q';
    const targets = [{ apiResourceId: w.resource }, { apiResourceId: gone }];
    expect(await refusalOf(set({ targets }))).toMatchObject({
      code: 'NOT_FOUND',
      paths: ['targets.1'],
    });
    const organizationIds = [w.organization, 'org_01h455vb4pex5vsknk084sn02q'];
    expect(await refusalOf(set({ organizationIds }))).toMatchObject({
      code: 'NOT_FOUND',
      paths: ['organizationIds.1'],
    });
    expect(await policyOf(w.application)).toEqual(noRules);
    await set({ organizationIds: [w.organization] });
    expect(await refusalOf(set({ organizationIds }))).toMatchObject({ paths: ['organizationIds.1'] });
  });

  test('has at most 8192 characters for each target, and 65536 for all, and changes nothing otherwise', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(120, 's'));
    const long = { apiResourceId: w.resource, scopes: names(69) };
    expect(await refusalOf(set({ targets: [{ apiResourceId: w.builtIn }, long] }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['targets.1'],
    });
    const mappings = [{ carried: 'a', allows: names(35) }];
    const both = { apiResourceId: w.resource, scopes: names(35), mappings };
    expect(await refusalOf(set({ targets: [both] }))).toMatchObject({ paths: ['targets.0'] });
    const ids = Array.from({ length: 9 }, (_, index) => `res_01h455vb4pex5vsknk084sn0${index}q`);
    const many = ids.map((apiResourceId) => ({ apiResourceId, scopes: names(62) }));
    expect(await refusalOf(set({ targets: many }))).toMatchObject({ paths: ['targets'] });
    expect(await policyOf(w.application)).toEqual(noRules);
    expect((await set({ targets: [{ ...long, scopes: names(60) }] })).events).toHaveLength(1);
  });

  test('cannot be changed for a built-in application', async () => {
    const refused = { code: 'CONFLICT', paths: ['applicationId'] };
    await kernel.database.prisma.application.upsert({
      where: { id: consoleClientId },
      create: { id: consoleClientId, name: 'Console', type: 'SINGLE_PAGE' },
      update: {},
    });
    expect(await refusalOf(set({ targets: [] }, actorWith(), consoleClientId))).toMatchObject(refused);
  });

  test('needs every permission to be changed for an application that may exchange for the Management API', async () => {
    const writer = actorWith('applications:write');
    expect((await set({ targets: [] }, writer)).events).toHaveLength(1);
    expect(await refusalOf(set({ targets: [] }, writer, w.backend))).toMatchObject({ code: 'FORBIDDEN' });
    expect((await set({ targets: [] }, actorWith(), w.backend)).events).toHaveLength(1);
    expect(await refusalOf(set({ targets: null }, writer, w.backend))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await policyOf(w.backend)).toMatchObject({ targets: [] });
    const serve = { applicationId: w.backend, apiResourceIds: [w.resource] };
    expect(await refusalOf(kernel.run(setServedResources, serve, writer))).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('the API resources that an application serves', () => {
  const serve = (...apiResourceIds: string[]) =>
    kernel.run(setServedResources, { applicationId: w.application, apiResourceIds });

  test('are replaced, with what was added and removed', async () => {
    expect((await serve(w.resource, w.resource)).events).toMatchObject([
      { data: { addedApiResourceIds: [w.resource], removedApiResourceIds: [] } },
    ]);
    expect((await serve(w.resource)).events).toEqual([]);
    expect((await serve()).events).toMatchObject([
      { data: { addedApiResourceIds: [], removedApiResourceIds: [w.resource] } },
    ]);
  });

  test('are never the Management API', async () => {
    expect(await refusalOf(serve(w.resource, w.builtIn))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['apiResourceIds.1'],
    });
    const backend = { name: 'Orders', type: 'MACHINE_TO_MACHINE' as const, servedResourceIds: [w.builtIn] };
    expect(await refusalOf(kernel.run(createApplication, backend))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['servedResourceIds.0'],
    });
    expect(await kernel.database.prisma.servedResource.count({ where: { applicationId: w.application } })).toBe(0);
  });
});

test('the deletion of an API resource takes it from targets and served ones, each with its event', async () => {
  const rules = { targets: [{ apiResourceId: w.resource, scopes: ['a'] }] };
  for (const applicationId of [w.application, w.service]) {
    await kernel.run(setApplicationExchangePolicy, { applicationId, ...rules });
  }
  await kernel.run(setServedResources, { applicationId: w.service, apiResourceIds: [w.resource] });
  const { version } = await stored(w.application);
  const { events } = await kernel.run(deleteApiResource, { apiResourceId: w.resource });
  const ofApplications = events.filter(({ type }) => type.startsWith('Application.'));
  const narrowed = { exchangePolicy: { ...noRules, targets: [] }, changed: ['targets'], previous: rules };
  expect(ofApplications).toMatchObject([
    ...[w.application, w.service].sort().map((subjectId) => ({ subjectId, data: narrowed })),
    { subjectId: w.service, data: { addedApiResourceIds: [], removedApiResourceIds: [w.resource] } },
  ]);
  // Without its last target, an application exchanges for nothing, not for everything.
  expect(await policyOf(w.application)).toEqual({ ...noRules, targets: [] });
  expect((await stored(w.application)).version).toBe(version + 1);
});
