import { beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../../src/rest/reads/collections.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords, type Records } from '../support/records.ts';
import { type Json, startRest } from './api.ts';
import { fillPath } from './paths.ts';

const rest = perFile(startRest);
let records: Records;
beforeAll(async () => {
  records = await makeRecords(rest.kernel);
  await makeRecords(rest.kernel);
});

const fill = (path: string): string => fillPath(path, records);
const read = async (path: string): Promise<Json> => {
  const answer = await rest.send(`GET ${path}`);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json;
};
const idsOf = ({ items }: Json): string[] => items.map(({ id }: { id: string }) => id);

describe('a search and a filter below a record', () => {
  it.each(collections.filter(({ parent }) => parent).map((collection) => [collection.path, collection] as const))(
    'apply to %s, which has every sort order of its list',
    async (path, { list }) => {
      const all = await read(fill(path));
      for (const field of list.orderFields) {
        const [up, down] = [
          await read(`${fill(path)}?orderBy=${field}`),
          await read(`${fill(path)}?orderBy=-${field}`),
        ];
        expect(down.items.toReversed()).toEqual(up.items);
        expect(up.totalCount).toBe(all.totalCount);
      }
      if (list.searchDescription === undefined) return;
      const none = await read(`${fill(path)}?search=nothing-is-called-so`);
      expect([none.items, none.totalCount]).toEqual([[], 0]);
    },
  );

  it('find members by name', async () => {
    const found = async (search: string) =>
      (await read(`/organizations/${records.organization}/users?search=${search}`)).items.map(
        ({ userId }: { userId: string }) => userId,
      );
    expect(await found(`USER_${records.n}@`)).toEqual([records.user]);
    expect(await found('ad')).toEqual([records.user]);
    expect(await found('other')).not.toContain(records.user);
    const holders = await read(`/roles/${records.role}/users?search=ada&isSuspended=false&orderBy=-email`);
    expect(idsOf(holders)).toEqual([records.user]);
  });
});
