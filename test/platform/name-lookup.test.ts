import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNameLookup, type NameLookup, systemLookup } from '../../src/platform/network/name-lookup.ts';

/** The records of the server: type 1 (A) and type 28 (AAAA), as bytes. A name without records exists; others do not. */
const records: Record<string, Record<number, readonly number[][]>> = {
  'both.test': {
    1: [
      [192, 0, 2, 1],
      [192, 0, 2, 2],
    ],
    28: [[0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
  },
  'four.test': { 1: [[192, 0, 2, 3]] },
  'none.test': {},
};
const server = createSocket('udp4');
let lookup: NameLookup;

/** RFC 1035 §4.1: the question, with the header of a response, and the records after it. */
function answerTo(question: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const known = records[labels.join('.').toLowerCase()];
  const type = question.readUInt16BE(at + 1);
  const found = known?.[type] ?? [];
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(0x8180 + (known ? 0 : 3), 2);
  [1, found.length, 0, 0].forEach((count, index) => header.writeUInt16BE(count, 4 + 2 * index));
  const entries = found.map((bytes) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]));
  return Buffer.concat([header, question.subarray(12, at + 5), ...entries]);
}

beforeAll(async () => {
  server.on('message', (question, from) => server.send(answerTo(question), from.port, from.address));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  lookup = createNameLookup([`127.0.0.1:${server.address().port}`]);
});
afterAll(() => server.close());

describe('name servers', () => {
  test('are queried for all addresses, IPv4 and IPv6', async () => {
    expect(await lookup('both.test')).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
  });

  test('can return addresses of one kind only', async () =>
    expect(await lookup('four.test')).toEqual([{ address: '192.0.2.3', family: 4 }]));

  test('can return no address, or not know the name', async () => {
    await expect(lookup('none.test')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(lookup('unknown.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  test('are queried directly: the hosts file is not read', async () => {
    await expect(lookup('localhost')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

test('the system lookup resolves the names of this machine', async () => {
  const found = await systemLookup('localhost');
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter(({ address, family }) => address === (family === 4 ? '127.0.0.1' : '::1'))).toEqual(found);
});
