import { describe, expect, test } from 'vitest';
import { isDatabaseAddress, readAddress } from '../../../src/platform/database/address.ts';

const target = (url: string) => {
  const { host, port, user, database } = readAddress(url).target;
  return { host, port, user, database };
};

describe('an address', () => {
  test.each([
    [
      'postgresql://ada:pw@db.example:6543/mandate',
      { host: 'db.example', port: 6543, user: 'ada', database: 'mandate' },
    ],
    ['postgres://ada@[::1]/mandate?application_name=x', { host: '::1', user: 'ada', database: 'mandate' }],
    [
      'postgresql:///mandate?host=/run/postgresql&port=5433',
      { host: '/run/postgresql', port: 5433, user: '', database: 'mandate' },
    ],
    [
      'postgresql://ada:pw@/mandate?host=/run/postgresql',
      { host: '/run/postgresql', user: 'ada', database: 'mandate' },
    ],
    ['postgresql://ada@%2Frun%2Fpostgresql/mandate', { host: '/run/postgresql', user: 'ada', database: 'mandate' }],
    [
      'postgresql://ada@localhost/mandate?host=%2Frun%2Fpostgresql',
      { host: '/run/postgresql', user: 'ada', database: 'mandate' },
    ],
  ])('is read as libpq reads it: %s', (url, expected) => {
    expect(isDatabaseAddress(url)).toBe(true);
    expect(target(url)).toEqual({ port: undefined, ...expected });
  });

  test.each([
    'mysql://db/mandate',
    'postgresql://one,two/mandate',
    'postgresql://db',
    'postgresql://db:x/mandate',
    'db',
  ])('is not one of a database: %s', (text) => expect(isDatabaseAddress(text)).toBe(false));
});

describe('the address of a database', () => {
  test('the address shows whether connections leave this machine', () => {
    const remote = (host: string) => readAddress(`postgresql://${host}/mandate`).isRemote;
    expect(['db.example', '10.0.0.1', '[fd00::1]'].map(remote)).toEqual([true, true, true]);
    expect(['localhost', '127.0.0.1', '127.1.2.3', '[::1]', '%2Frun%2Fpostgresql'].map(remote)).toEqual(
      Array(5).fill(false),
    );
  });

  test('the address shows whether a pooler assigns connections', () => {
    expect(readAddress('postgresql://db/mandate?pgbouncer=true').isPooled).toBe(true);
    expect(readAddress('postgresql://db/mandate').isPooled).toBe(false);
  });

  test('a socket has no encryption: it does not leave this machine', () => {
    expect(readAddress('postgresql:///mandate?host=/run/postgresql&sslmode=require').encryptions).toEqual([false]);
  });
});
