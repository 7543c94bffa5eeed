// SQL: groups by a part of a column.
import type { Database } from '../platform/database/database.ts';

// A hash starts with its kind and the cost of a comparison: "$2b$12$…", "$pbkdf2-sha256$29000$…", "$6$rounds=5000$…",
// "$argon2id$v=19$m=65536,t=3,p=4$…"; of Django, whose scrypt has more of its cost behind the salt: "bcrypt$$2b$12$…",
// "scrypt$16384$…$8$5$…".
const oneOfEachKind = `
  SELECT max(password_hash) AS hash FROM users
  WHERE password_hash NOT LIKE '$argon2id$v=19$m=47104,t=1,p=1$%'
  GROUP BY substring(password_hash FROM '^\\$[56]\\$(?:rounds=[0-9]+)?'),
    substring(password_hash FROM '^(?:\\$[a-z2][a-z0-9-]*\\$|[a-z0-9_]+\\$(?:argon2id?\\$|\\$2[aby]\\$)?)(?:v=19\\$)?[^$]*'),
    substring(password_hash FROM '^scrypt\\$[0-9]+\\$[^$]*(\\$[0-9]+\\$[0-9]+)\\$')`;

/** One stored hash of each kind, except those with our parameters. Reads the whole table. */
export async function hashOfEachKind({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ hash: string }>(oneOfEachKind);
  return rows.map(({ hash }) => hash);
}
