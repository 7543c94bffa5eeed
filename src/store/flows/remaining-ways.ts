import { conflict } from '../../domain/failure.ts';
import type { FirstWay } from '../../domain/flow/policy.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import type { ConnectorKind } from '../../vocabulary/connectors.ts';
import { lockSignInExperience } from '../records/locked-records.ts';
import { canSignIn, defaultExperienceId, policyOf } from './policies.ts';

export type CanSend = Record<ConnectorKind, boolean>;

/** Whether messages can be sent without a connector. For `prepare`. */
export const sendsWithout = ({
  sendsWithoutConnector,
}: {
  sendsWithoutConnector(channel: ConnectorKind): boolean;
}): Promise<CanSend> => Promise.resolve({ email: sendsWithoutConnector('email'), sms: sendsWithoutConnector('sms') });

/**
 * Whether messages can be sent. The transaction has locked the policy: changes of connectors and of the policy, which
 * depend on each other, wait for one another.
 */
export async function readCanSend(tx: Prisma | Transaction, without: CanSend): Promise<CanSend> {
  const enabled = await tx.connector.findMany({ where: { isEnabled: true }, select: { kind: true } });
  const canSend = (channel: ConnectorKind) => without[channel] || enabled.some(({ kind }) => kind === channel);
  return { email: canSend('email'), sms: canSend('sms') };
}

/** The kind of message that a way needs. */
const needs: Partial<Record<FirstWay, ConnectorKind>> = { 'email-code': 'email', 'phone-code': 'sms' };

/** The ways that can be used while these messages can be sent. */
export const usableWays = (first: readonly FirstWay[], canSend: CanSend): FirstWay[] =>
  first.filter((way) => needs[way] === undefined || canSend[needs[way]]);

/** CONFLICT at `path` if an administrator can sign in with the enabled connector of this kind, but not without. */
export async function requireWaysWithout(
  tx: Transaction,
  { kind, without, path }: { kind: ConnectorKind; without: CanSend; path: string },
): Promise<void> {
  const { first } = policyOf(await lockSignInExperience(tx, defaultExperienceId));
  const canSend = await readCanSend(tx, without);
  const [before, after] = [usableWays(first, canSend), usableWays(first, { ...canSend, [kind]: without[kind] })];
  if (before.length === after.length || (await canSignIn(tx, after)) || !(await canSignIn(tx, before))) return;
  const sentence = 'No administrator could sign in without this connector: enable another one, or change the policy.';
  throw conflict(sentence, path);
}
