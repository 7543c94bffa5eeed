import { conflict } from '../../domain/failure.ts';
import type { FirstWay } from '../../domain/flow/policy.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { ConnectorKind } from '../../vocabulary/connectors.ts';
import { canSignIn, defaultExperienceId, policyOf } from './policies.ts';

interface Services {
  canSend(channel: ConnectorKind): Promise<boolean>;
  sendsWithoutConnector(channel: ConnectorKind): boolean;
}

/** Whether messages can be sent now, and without a connector. For `prepare`. */
export const readCanSend = async ({ canSend, sendsWithoutConnector }: Services) => ({
  now: { email: await canSend('email'), sms: await canSend('sms') },
  without: { email: sendsWithoutConnector('email'), sms: sendsWithoutConnector('sms') },
});
type CanSend = Awaited<ReturnType<typeof readCanSend>>;

/** The kind of message that a way needs. */
const needs: Partial<Record<FirstWay, ConnectorKind>> = { 'email-code': 'email', 'phone-code': 'sms' };

/** CONFLICT at `path` if an administrator can sign in with the enabled connector of this kind, but not without. */
export async function requireWaysWithout(
  tx: Transaction,
  { kind, canSend: { now, without }, path }: { kind: ConnectorKind; canSend: CanSend; path: string },
): Promise<void> {
  const row = await tx.signInExperience.findUniqueOrThrow({ where: { id: defaultExperienceId } });
  const { first } = policyOf(row);
  const usable = (sendable: Record<ConnectorKind, boolean>) =>
    first.filter((way) => needs[way] === undefined || sendable[needs[way]]);
  const [before, after] = [usable(now), usable({ ...now, [kind]: without[kind] })];
  if (before.length === after.length || (await canSignIn(tx, after)) || !(await canSignIn(tx, before))) return;
  const sentence = 'No administrator could sign in without this connector: enable another one, or change the policy.';
  throw conflict(sentence, path);
}
