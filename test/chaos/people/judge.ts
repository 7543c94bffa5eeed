import type pg from 'pg';
import { queryDatabase } from '../observe.ts';
import type { Life } from './person.ts';
import type { PostOffice } from './post-office.ts';

interface Account {
  email: string;
  created: number;
  registered: number;
  signedIn: number;
  /** Linked identities at providers. */
  identities: number;
}

const accounts = `
  SELECT u.email, count(*) FILTER (WHERE e.type = 'User.Created')::int AS created,
    count(*) FILTER (WHERE e.type = 'PostRegister')::int AS registered,
    count(*) FILTER (WHERE e.type = 'PostSignIn')::int AS "signedIn",
    (SELECT count(*)::int FROM user_identities AS i WHERE i.user_id = u.id) AS identities
  FROM users AS u LEFT JOIN events AS e ON e.subject_id = u.id WHERE u.email LIKE '%@people.example' GROUP BY u.id`;

/** Codes that were verified without a charged attempt, and flows with two codes that can be entered. */
const uncharged = `
  SELECT v.flow_id AS id FROM verifications AS v WHERE v.kind = 'email' AND NOT EXISTS (
    SELECT FROM challenges AS c WHERE c.flow_id = v.flow_id AND c.recipient = v.subject AND c.tries_left < 5)`;
const ambiguous = `
  SELECT flow_id AS id FROM challenges WHERE consumed_at IS NULL AND expires_at > now() GROUP BY flow_id HAVING count(*) > 1`;

/** All differences between what people saw and what is stored, as sentences. */
export const judgePeople = (databaseUrl: string, lives: readonly Life[], office: PostOffice): Promise<string[]> =>
  queryDatabase(databaseUrl, async (database) => {
    const { rows } = await database.query<Account>(accounts);
    const found = new Map(rows.map((row) => [row.email, row]));
    return [
      ...lives.flatMap((life) => judgeLife(life, found.get(life.email))),
      ...rows.flatMap(({ email, created, registered }) =>
        created === 1 && registered === 1 ? [] : [`${email}: ${created} User.Created, ${registered} PostRegister`],
      ),
      ...(await idsOf(database, uncharged)).map((id) => `${id}: a code was verified without a charge`),
      ...(await idsOf(database, ambiguous)).map((id) => `${id}: two codes can be entered`),
      ...(await judgeMessages(database, lives, office)),
    ];
  });

function judgeLife({ email, isElsewhere, hasSignedUp, signIns, proofs }: Life, account: Account | undefined): string[] {
  const { signedIn = 0, identities } = account ?? {};
  const linked = isElsewhere ? 1 : 0;
  return [
    ...(hasSignedUp && !account ? [`${email}: the sign-up was acknowledged, and there is no account`] : []),
    ...(signedIn < signIns ? [`${email}: ${signIns} sign-ins were acknowledged, ${signedIn} are in the log`] : []),
    ...(signedIn > proofs ? [`${email}: ${signedIn} PostSignIn for ${proofs} passwords or identities`] : []),
    ...(account && identities !== linked ? [`${email}: ${identities} identities instead of ${linked}`] : []),
  ];
}

const idsOf = async (database: pg.Client, statement: string): Promise<string[]> =>
  (await database.query<{ id: string }>(statement)).rows.map(({ id }) => id);

/** Every code that a page announced was sent, and the mail server has accepted what is stored as sent. */
async function judgeMessages(database: pg.Client, lives: readonly Life[], office: PostOffice): Promise<string[]> {
  const { rows } = await database.query<{ id: string; recipient: string; state: string }>(
    `SELECT id, recipient, state FROM messages WHERE recipient LIKE '%@people.example'`,
  );
  const sent = new Set(rows.filter(({ state }) => state === 'sent').map(({ recipient }) => recipient));
  const accepted = office.accepted().join(' ');
  return [
    ...rows.filter(({ state }) => state !== 'sent').map(({ id, state }) => `${id}: the message is ${state}`),
    ...rows.filter(({ id }) => !accepted.includes(id)).map(({ id }) => `${id}: the mail server has not accepted it`),
    ...lives
      .filter(({ email, wasCodeSent }) => wasCodeSent && !sent.has(email))
      .map(({ email }) => `${email}: a code was announced, and none was sent`),
  ];
}
