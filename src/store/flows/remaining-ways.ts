import { conflict } from '../../domain/failure.ts';
import { allowsPasskeys } from '../../domain/flow/passkey-host.ts';
import type { FirstWay } from '../../domain/flow/policy.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import type { ConnectorKind } from '../../vocabulary/connectors/connectors.ts';
import { lockSignInExperience } from '../row-locks/locked-records.ts';
import { defaultExperienceId } from '../../vocabulary/sign-in-experience.ts';
import { canSignIn, policyOf } from './policies.ts';

/** The means of ways to sign in: true for the messages that can be sent, and if passkeys can be used. */
export type Means = Record<ConnectorKind | 'passkey', boolean>;

interface Services {
  sendsWithoutConnector(channel: ConnectorKind): boolean;
  publicUrl: string;
}

/** The means without a connector. For `prepare`. */
export const meansWithout = ({ sendsWithoutConnector, publicUrl }: Services): Promise<Means> =>
  Promise.resolve({
    email: sendsWithoutConnector('email'),
    sms: sendsWithoutConnector('sms'),
    passkey: allowsPasskeys(publicUrl),
  });

/**
 * The means with the enabled connectors. The transaction has locked the policy: changes of connectors and of the
 * policy, which depend on each other, wait for one another.
 */
export async function readMeans(tx: Prisma | Transaction, without: Means): Promise<Means> {
  const enabled = await tx.connector.findMany({ where: { isEnabled: true }, select: { kind: true } });
  const canSend = (channel: ConnectorKind) => without[channel] || enabled.some(({ kind }) => kind === channel);
  return { ...without, email: canSend('email'), sms: canSend('sms') };
}

const needs: Partial<Record<FirstWay, keyof Means>> = {
  'email-code': 'email',
  'phone-code': 'sms',
  passkey: 'passkey',
};

/** The ways that can be used. */
export const usableWays = (first: readonly FirstWay[], means: Means): FirstWay[] =>
  first.filter((way) => needs[way] === undefined || means[needs[way]]);

/** CONFLICT at `path` if an administrator can sign in with the enabled connector of this kind, but not without. */
export async function requireWaysWithout(
  tx: Transaction,
  { kind, without, path }: { kind: ConnectorKind; without: Means; path: string },
): Promise<void> {
  const { first } = policyOf(await lockSignInExperience(tx, defaultExperienceId));
  const means = await readMeans(tx, without);
  const [before, after] = [usableWays(first, means), usableWays(first, { ...means, [kind]: without[kind] })];
  if (before.length === after.length || (await canSignIn(tx, after)) || !(await canSignIn(tx, before))) return;
  const sentence = 'No administrator could sign in without this connector: enable another one, or change the policy.';
  throw conflict(sentence, path);
}
