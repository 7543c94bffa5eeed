import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/operations/applications/create-application.ts';
import { setApplicationManagementApi } from '../../src/operations/applications/set-application-management-api.ts';
import { setApplicationTokenExchange } from '../../src/operations/applications/set-application-token-exchange.ts';
import { updateApplication } from '../../src/operations/applications/update-application.ts';
import { refusalOf, startKernel } from '../support/kernel.ts';
import { perFile, perTest } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';

const kernel = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

const stored = (id: string) => kernel.database.prisma.application.findUniqueOrThrow({ where: { id } });

describe('the setting tokenExchangeAllowed', () => {
  const allow = (id: string, tokenExchangeAllowed = true) =>
    kernel.run(setApplicationTokenExchange, { applicationId: id, tokenExchangeAllowed });

  test('is refused for a public and for a third-party application, with its path', async () => {
    const refused = { code: 'BAD_USER_INPUT', paths: ['tokenExchangeAllowed'] };
    expect(await refusalOf(allow(w.browser))).toMatchObject(refused);
    await kernel.run(updateApplication, { applicationId: w.application, isThirdParty: true });
    expect(await refusalOf(allow(w.application))).toMatchObject(refused);
  });

  test('can be disabled for applications that cannot enable it', async () => {
    expect((await allow(w.browser, false)).events).toEqual([]);
  });

  test('takes the Management API with it when it is disabled, and not when it is enabled', async () => {
    const { events } = await allow(w.backend, false);
    const changed = { tokenExchangeAllowed: false, managementApiAllowed: false };
    expect(events).toMatchObject([
      {
        data: {
          application: changed,
          changed: Object.keys(changed),
          previous: { tokenExchangeAllowed: true, managementApiAllowed: true },
        },
      },
    ]);
    const again = await allow(w.backend);
    expect(again.events).toMatchObject([
      { data: { application: { managementApiAllowed: false }, changed: ['tokenExchangeAllowed'] } },
    ]);
    expect(await stored(w.backend)).toMatchObject({ tokenExchangeAllowed: true, managementApiAllowed: false });
  });

  test('prevents an application from becoming third-party while it is enabled', async () => {
    await allow(w.application);
    const makeThirdParty = () => kernel.run(updateApplication, { applicationId: w.application, isThirdParty: true });
    expect(await refusalOf(makeThirdParty())).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['isThirdParty'] });
    await allow(w.application, false);
    expect((await makeThirdParty()).events).toHaveLength(1);
  });
});

describe('the setting managementApiAllowed', () => {
  const allow = (id: string, managementApiAllowed = true) =>
    kernel.run(setApplicationManagementApi, { applicationId: id, managementApiAllowed });
  const refused = { code: 'BAD_USER_INPUT', paths: ['managementApiAllowed'] };

  test('is refused for an application that may not exchange tokens, and can be disabled for it', async () => {
    for (const id of [w.application, w.browser]) {
      expect(await refusalOf(allow(id))).toMatchObject(refused);
      expect((await allow(id, false)).events).toEqual([]);
    }
  });

  test('emits the change, once', async () => {
    const change = (managementApiAllowed: boolean) => [
      {
        type: 'Application.Data.Updated',
        data: {
          application: { managementApiAllowed },
          changed: ['managementApiAllowed'],
          previous: { managementApiAllowed: !managementApiAllowed },
        },
      },
    ];
    expect((await allow(w.backend, false)).events).toMatchObject(change(false));
    expect((await allow(w.backend, false)).events).toEqual([]);
    expect((await allow(w.backend)).events).toMatchObject(change(true));
    expect((await allow(w.backend)).events).toEqual([]);
  });

  test('a new application has it off unless it is given, together with tokenExchangeAllowed', async () => {
    const create = (settings: object) =>
      kernel.run(createApplication, {
        name: 'App',
        type: 'MACHINE_TO_MACHINE',
        tokenExchangeAllowed: true,
        ...settings,
      });
    const { output } = await create({});
    expect(await stored(output.application)).toMatchObject({ managementApiAllowed: false });
    const { output: allowed, events } = await create({ managementApiAllowed: true });
    expect(await stored(allowed.application)).toMatchObject({ managementApiAllowed: true });
    expect(events).toMatchObject([{ data: { application: { managementApiAllowed: true } } }]);
  });
});
