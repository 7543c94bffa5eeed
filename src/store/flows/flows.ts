// SQL: parts of the statement of flow-query.ts, with the lock of the flow.
import type { FlowInputs } from '../../domain/flow/facts.ts';
import { flowLifetimes as lifetimes } from '../../domain/flow/lifetimes.ts';
import { ownInputs, presentPurpose } from '../../domain/flow/own-inputs.ts';
import { readPolicy } from '../../domain/flow/policy.ts';
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import { type SecretBox, tryOpenJson } from '../../platform/crypto/secret-box.ts';
import type { Prisma } from '../../platform/database/database.ts';
import { type FlowRow, type PendingVerification, queryFlow } from './flow-query.ts';
import type { AccountLookup, CurrentFlow, FlowRequest, ReturnedIdentity } from './flow.ts';
import type { NewFlow } from './progress.ts';

type Reader = Pick<Prisma, '$queryRaw'>;

/**
 * Reads, in one statement, the policy, a flow with all that decides its next step, and the account of a lookup. A flow
 * that is not stored is the new one. Undefined if it is over.
 */
export async function readFlow(
  prisma: Reader,
  secretBox: Pick<SecretBox, 'open'>,
  {
    newFlow,
    ...options
  }: {
    newFlow: NewFlow;
    lookup?: AccountLookup;
    request: FlowRequest;
    pending?: readonly PendingVerification[];
    /** Whether the permissions of the account of the lookup are read. */
    needsPermissions?: boolean;
  },
  now: Date,
): Promise<CurrentFlow | undefined> {
  const from = Sql.sql`(SELECT 1) AS one LEFT JOIN flows AS flow ON flow.id = ${newFlow.id}`;
  const [row] = await queryFlow(prisma, { from, rest: Sql.empty, ...options, now });
  if (!row) throw new Error('a statement without a condition returned no row');
  return currentFlow(
    { ...row, flow: row.flow ?? { ...newFlow, version: 0, isOver: false } },
    secretBox,
    options.request,
  );
}

/**
 * Locks an open flow until the transaction ends, and reads it. Undefined if it has another version, or is over. Changes
 * of what it reads, except the account, increment the version, so nothing is out of date after a wait for the lock.
 * `pending` is read as if it were stored.
 *
 * Whatever concerns a flow locks it first, also to count an attempt or to add an entry to its log. After it, in this
 * order: organization, invitation and roles; the user, their factors, tokens and devices; the authorization request;
 * the limits of networks, of attempts (that of a device before that of its account), and of messages. Several flows are
 * locked in the order of their ids. So two answers never wait for each other.
 */
export async function lockFlow(
  tx: Reader,
  secretBox: Pick<SecretBox, 'open'>,
  {
    flowId,
    version,
    ...options
  }: {
    flowId: string;
    version: number;
    request: FlowRequest;
    pending?: readonly PendingVerification[];
    now: Date;
  },
): Promise<CurrentFlow | undefined> {
  const rest = Sql.sql`WHERE flow.id = ${flowId} AND flow.version = ${version} FOR UPDATE OF flow`;
  const [row] = await queryFlow(tx, { from: Sql.sql`flows AS flow`, rest, ...options });
  return row && currentFlow(row, secretBox, options.request);
}

function currentFlow(
  { policy, connectors, candidate, holderId, domainProviderId, providers, ...row }: FlowRow,
  secretBox: Pick<SecretBox, 'open'>,
  { requestedLevel, canUsePasskeys }: FlowRequest,
): CurrentFlow | undefined {
  if (!row.flow || row.flow.isOver) return undefined;
  const { isOver: _isOver, ...stored } = row.flow;
  const account = row.account ?? undefined;
  // If their key is lost, the person enters them again.
  const inputs: FlowInputs = tryOpenJson(secretBox, row.inputs) ?? {};
  const returned = row.answer ? (tryOpenJson(secretBox, row.answer) as ReturnedIdentity | undefined) : undefined;
  const domainProvider = providers.find(({ id }) => id === domainProviderId);
  const flow = {
    ...stored,
    // The stored inputs: the account of another person changes nothing.
    purpose: presentPurpose(stored.purpose, inputs),
    isStandalone: stored.applicationId === null,
    inputs: ownInputs(inputs, account),
    verifications: row.verifications.map(({ verifiedAt, ...one }) => ({ ...one, verifiedAt: new Date(verifiedAt) })),
    challenge: row.challenge ? { ...row.challenge, ...(returned && { returned }) } : undefined,
    providers,
    account,
    ...(holderId !== null && { holderId }),
    ...(domainProvider?.isRequired && { requiredProviderId: domainProvider.id }),
    requestedLevel,
    canUsePasskeys,
  };
  return { policy: readPolicy(policy ?? {}), flow, candidate: candidate ?? undefined, connectors, domainProvider };
}

/** True if a flow can continue. One that was not answered yet is not stored. */
export async function isFlowOpen(prisma: Reader, id: string, now: Date): Promise<boolean> {
  const ago = (age: number) => new Date(now.getTime() - age);
  const over = await prisma.$queryRaw<unknown[]>`
    SELECT id FROM flows WHERE id = ${id} AND (state <> 'open' OR touched_at <= ${ago(lifetimes.idle)}
      OR created_at <= ${ago(lifetimes.total)})`;
  return !over.length;
}

/** True if a flow has ended with its effect since a time. */
export async function hasFlowFinished(prisma: Reader, id: string, since: Date): Promise<boolean> {
  const finished = await prisma.$queryRaw<unknown[]>`
    SELECT id FROM flows WHERE id = ${id} AND state = 'finished' AND ended_at > ${since}`;
  return finished.length > 0;
}

/** Encrypts the inputs of a flow. */
export const sealInputs = (secretBox: Pick<SecretBox, 'seal'>, inputs: FlowInputs): Buffer =>
  secretBox.seal(Buffer.from(JSON.stringify(inputs)));
