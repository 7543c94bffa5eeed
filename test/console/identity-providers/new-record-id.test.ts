import { expect, it } from 'vitest';
import { newRecordId } from '../../../src/console/data/records/new-record-id.ts';
import { isId, systemIds, uuidOf } from '../../../src/platform/ids/ids.ts';

it('the id that the console makes for a new record is one of the platform, and sorts by its time', () => {
  const ids = Array.from({ length: 1000 }, () => newRecordId('idp'));
  expect(ids.filter((id) => !isId('identityProvider', id))).toEqual([]);
  expect(new Set(ids).size).toBe(1000);
  expect(ids.map(uuidOf).filter((uuid) => !/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-/.test(uuid))).toEqual(
    [],
  );
  const [timeOfOurs = '', timeOfTheirs = ''] = [newRecordId('idp'), systemIds.next('identityProvider')].map((id) =>
    uuidOf(id).slice(0, 8),
  );
  expect(timeOfOurs).toBe(timeOfTheirs);
});
