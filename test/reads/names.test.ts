import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { applications } from '../../src/reads/applications.ts';
import type { List } from '../../src/reads/list.ts';
import { organizations } from '../../src/reads/organizations.ts';
import { roles } from '../../src/reads/roles.ts';
import { users } from '../../src/reads/users.ts';
import { emptyDatabase, type OwnDatabase } from '../support/database.ts';
import { createPlans, type Plans } from './plan.ts';

/** In the order in which people look them up: without regard to case, accents after the plain letter. */
const sorted = ['a:b', 'apfel', 'Äpfel Übung', 'ñandú', 'straße', 'STRASSEN', 'Zebra', 'ΣΟΦΟΚΛΗΣ'];

describe.each([
  ['C', `LOCALE 'C' LOCALE_PROVIDER libc`],
  ['C.UTF-8', `LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`],
  ['Swedish', `LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'sv'`],
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

  it.each([users, organizations, roles, applications])('of $name are sorted as people sort them', async (list) => {
    expect(await namesIn(list, {})).toEqual(sorted);
  });

  it.each([users, organizations, roles, applications])('of $name are found in any case', async (list) => {
    for (const text of ['Äpfel', 'äpfel', 'ÄPFEL', 'übung', 'Übung'])
      expect(await namesIn(list, { search: text })).toEqual(['Äpfel Übung']);
    for (const text of ['ΣΟΦ', 'σοφ', 'ΣΟΦΟΚΛΗΣ', 'σοφοκλης'])
      expect(await namesIn(list, { search: text })).toEqual(['ΣΟΦΟΚΛΗΣ']);
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
