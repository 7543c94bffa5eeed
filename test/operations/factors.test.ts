import { beforeEach, describe, expect, test } from 'vitest';
import { removeUserFactors } from '../../src/operations/users/remove-user-factors.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { replaceBackupCodes } from '../../src/store/factors/backup-codes.ts';
import { refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords, type Records } from '../support/records.ts';

let w: Records;
/** An authenticator app and a backup code. */
let factorIds: string[];
const kernel = perFile(startKernel);
beforeEach(async () => {
  w = await makeRecords(kernel);
  const code = { id: ids.next('factor'), prefix: '7k', encryptedSecret: Uint8Array.of(1) };
  await kernel.database.prisma.$transaction((tx) => replaceBackupCodes(tx, w.user, [code], kernel.now()));
  factorIds = [w.factor, code.id];
});

const remaining = async () =>
  (await kernel.database.prisma.factor.findMany({ where: { userId: w.user }, orderBy: { id: 'asc' } })).map(
    ({ id }) => id,
  );

describe('factors', () => {
  test('are removed by id, with one event that contains none of them', async () => {
    const { output, events } = await kernel.run(removeUserFactors, { userId: w.user, factorIds: [w.factor] });
    expect(output).toEqual({ user: w.user, removedFactorIds: [w.factor] });
    expect(events).toMatchObject([{ type: 'User.Data.Updated', data: { changed: ['factors'] } }]);
    expect(JSON.stringify(events)).not.toContain(w.factor);
    expect(await remaining()).toEqual(factorIds.slice(1));
  });

  test('are all removed without ids', async () => {
    const { output } = await kernel.run(removeUserFactors, { userId: w.user });
    expect(output.removedFactorIds.toSorted()).toEqual(factorIds.toSorted());
    expect(await remaining()).toEqual([]);
  });

  test('the factors of another user are not found, and then none is removed', async () => {
    const others = await makeRecords(kernel);
    const refused = kernel.run(removeUserFactors, { userId: w.user, factorIds: [w.factor, others.factor] });
    expect(await refusalOf(refused)).toMatchObject({ code: 'NOT_FOUND', paths: ['factorIds.1'] });
    expect(await remaining()).toEqual(factorIds);
  });

  test('can be named twice', async () => {
    const input = { userId: w.user, factorIds: [w.factor, w.factor] };
    expect((await kernel.run(removeUserFactors, input)).output.removedFactorIds).toEqual([w.factor]);
  });
});
