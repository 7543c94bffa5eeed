import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { apiResources } from '../../src/reads/lists/api-resources.ts';
import { applications } from '../../src/reads/lists/applications.ts';
import type { List } from '../../src/reads/list.ts';
import { organizations } from '../../src/reads/lists/organizations.ts';
import { roles } from '../../src/reads/lists/roles.ts';
import { users } from '../../src/reads/lists/users.ts';
import { webhooks } from '../../src/reads/lists/webhooks.ts';
import { emptyDatabase, type OwnDatabase } from '../support/servers/database.ts';
import { createPlans, type Plans } from './plan.ts';

/** In the order in which people look them up: without regard to case, accents after the plain letter. */
const sorted = ['a:b', 'apfel', 'Äpfel Übung', 'ñandú', 'straße', 'STRASSEN', 'Zebra', 'ΣΟΦΟΚΛΗΣ'];

describe.each([
  ['C', `LOCALE 'C' LOCALE_PROVIDER libc`],
  ['C.UTF-8', `LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`],
  ['Swedish', `LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'sv'`],
  // A locale in which the lower case of I is another letter.
  ['Turkish', `LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'tr'`],
])('in a database in the locale %s, names', (_locale, options) => {
  let own: OwnDatabase;
  let database: Database;
  let plans: Plans;

  beforeAll(async () => {
    own = await emptyDatabase(options);
    const reached = await reachDatabase(own.url);
    await migrate(reached);
    database = openDatabase(reached, { max: 2 });
    plans = createPlans(database);
    const { prisma } = database;
    for (const [index, text] of sorted.toReversed().entries()) {
      await prisma.user.create({ data: { id: `user_${index}`, name: text } });
      await prisma.organization.create({ data: { id: `org_${index}`, name: text } });
      await prisma.role.create({ data: { id: `role_${index}`, name: text } });
      await prisma.application.create({ data: { id: `app_${index}`, name: text, type: 'MACHINE_TO_MACHINE' } });
    }
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
  });

  const namesIn = async (list: List, args: object): Promise<unknown[]> => {
    const { records } = await plans.page(list, { orderBy: { field: 'name', direction: 'asc' }, ...args }, undefined);
    return records.map((record) => (record as { name: unknown }).name);
  };

  it.each([users, organizations, roles, applications])(
    'the names of $name are sorted as people sort them',
    async (list) => {
      expect(await namesIn(list, {})).toEqual(sorted);
    },
  );

  it.each([users, organizations, roles, applications])('the names of $name are found in any case', async (list) => {
    for (const text of ['Äpfel', 'äpfel', 'ÄPFEL', 'übung', 'Übung'])
      expect(await namesIn(list, { search: text })).toEqual(['Äpfel Übung']);
    for (const text of ['ΣΟΦ', 'σοφ', 'ΣΟΦΟΚΛΗΣ', 'σοφοκλης'])
      expect(await namesIn(list, { search: text })).toEqual(['ΣΟΦΟΚΛΗΣ']);
  });

  it('are found by each word, also after punctuation', async () => {
    const { prisma } = database;
    const name = `Jean-Luc O'Neil (Paren) a/b`;
    await prisma.user.create({ data: { id: 'user_words', name } });
    await prisma.organization.create({ data: { id: 'org_words', name } });
    await prisma.role.create({ data: { id: 'role_words', name } });
    await prisma.application.create({ data: { id: 'app_words', name, type: 'NATIVE' } });
    for (const list of [users, organizations, roles, applications]) {
      for (const search of ['jean', 'luc', 'Jean-Luc', `o'neil`, 'NEIL', '(paren', 'paren', 'luc o'])
        expect([list.name, search, await namesIn(list, { search })]).toEqual([list.name, search, [name]]);
      for (const search of ['ean', 'eil', 'luc p']) expect(await namesIn(list, { search })).toEqual([]);
    }
    for (const { delegate, id } of [
      { delegate: prisma.user, id: 'user_words' },
      { delegate: prisma.organization, id: 'org_words' },
      { delegate: prisma.role, id: 'role_words' },
      { delegate: prisma.application, id: 'app_words' },
    ])
      await (delegate as typeof prisma.user).delete({ where: { id } });
  });

  it.each(Array.from(`-/'’"(.,:_&+@\u00A0\u2010\u2011`))('are found by a word after %j', async (sign) => {
    const { prisma } = database;
    const name = `ab${sign}${sign}xyz`;
    await prisma.user.create({ data: { id: 'user_sign', name } });
    await prisma.role.create({ data: { id: 'role_sign', name } });
    for (const list of [users, roles]) expect(await namesIn(list, { search: 'xyz' })).toEqual([name]);
    await prisma.user.delete({ where: { id: 'user_sign' } });
    await prisma.role.delete({ where: { id: 'role_sign' } });
  });

  it('are found in any case like the addresses beside them', async () => {
    const { prisma } = database;
    const indicator = 'https://info.example/API';
    const url = 'https://münchen.example/INFO';
    await prisma.apiResource.create({ data: { id: 'res_1', name: 'Orders', indicator } });
    await prisma.webhook.create({ data: { id: 'hook_1', name: 'Orders', url } });
    for (const search of ['INFO', 'info', 'Api']) expect(await namesIn(apiResources, { search })).toEqual(['Orders']);
    for (const search of ['INFO', 'info', 'MÜNCHEN']) expect(await namesIn(webhooks, { search })).toEqual(['Orders']);
  });

  it('are taken by one that differs in case only', async () => {
    const taken = database.prisma.role.create({ data: { id: 'role_taken', name: 'äpfel übung' } });
    await expect(taken).rejects.toMatchObject({ code: 'P2002' });
  });

  it('are listed page by page, without gaps and repetitions', async () => {
    const first = await database.prisma.user.findMany({ orderBy: [{ name: 'asc' }, { id: 'asc' }], take: 3 });
    const after = first.at(-1)?.name ?? '';
    const others = await database.prisma.user.findMany({ where: { name: { gt: after } }, orderBy: { name: 'asc' } });
    expect([...first, ...others].map((user) => user.name)).toEqual(sorted);
  });
});
