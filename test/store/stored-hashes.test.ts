import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { hashOfEachKind } from '../../src/store/stored-hashes.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';

let own: OwnDatabase;
let database: Database;
beforeAll(async () => {
  own = await ownDatabase();
  database = openDatabase(await reachDatabase(own.url), { max: 1 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

/** The beginning of a hash, up to its salt, and what else costs behind it. */
const kinds: [before: string, behind?: string][] = [
  ['$2b$10$'],
  ['$2b$12$'],
  ['$argon2id$v=19$m=65536,t=3,p=4$'],
  ['$argon2i$v=19$m=65536,t=3,p=4$'],
  ['$pbkdf2-sha256$29000$'],
  ['$pbkdf2-sha256$i=29000,l=32$'],
  ['$pbkdf2$131000$'],
  ['$scrypt$ln=16,r=8,p=1$'],
  ['$5$'],
  ['$6$'],
  ['$6$rounds=656000$'],
  ['pbkdf2_sha256$600000$'],
  ['pbkdf2_sha256$1000000$'],
  ['bcrypt$$2b$11$'],
  ['bcrypt_sha256$$2b$12$'],
  ['argon2$argon2id$v=19$m=102400,t=2,p=8$'],
  ['scrypt$16384$', '$8$1$'],
  ['scrypt$16384$', '$8$5$'],
  ['{SSHA}'],
];

it('one stored hash of each kind and cost is found, whatever their salts, and none of ours', async () => {
  const hashes = kinds.flatMap(([before, behind = '$']) =>
    ['aSalt', 'bSalt'].map((salt) => `${before}${salt}${behind}KEY`),
  );
  const ours = '$argon2id$v=19$m=47104,t=1,p=1$aSalt$KEY';
  for (const [index, passwordHash] of [...hashes, ours].entries())
    await database.prisma.user.create({ data: { id: `user_${index}`, passwordHash } });
  const found = await hashOfEachKind(database);
  const expected = kinds.map(([before, behind = '$']) => `${before}bSalt${behind}KEY`);
  expect(found.toSorted()).toEqual(expected.toSorted());
});
