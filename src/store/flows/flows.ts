// SQL: parts of the statement of flow-query.ts, with the lock of the flow.
import type { FlowFacts, FlowInputs, Verification } from '../../domain/flow/facts.ts';
import { flowLifetimes as lifetimes } from '../../domain/flow/lifetimes.ts';
import { ownInputs, presentPurpose } from '../../domain/flow/own-inputs.ts';
import { readPolicy, type SignInPolicy } from '../../domain/flow/policy.ts';
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import { type SecretBox, tryOpen } from '../../platform/crypto/secret-box.ts';
import type { Prisma } from '../../platform/database/database.ts';
import { type FlowRow, queryFlow } from './flow-query.ts';
import type { FlowRequest, FlowSituation, OpenFlow, Visitor } from './situation.ts';

type Reader = Pick<Prisma, '$queryRaw'>;

/**
 * Reads, in one statement, the policy, a flow with all that decides its next step, and the account with the typed
 * identifier.
 */
export async function readSituation(
  prisma: Reader,
  secretBox: Pick<SecretBox, 'open'>,
  visitor: Visitor,
  now: Date,
): Promise<FlowSituation> {
  const from = Sql.sql`(SELECT 1) AS one LEFT JOIN flows AS f ON f.id = ${visitor.flowId}`;
  const [row] = await queryFlow(prisma, { from, rest: Sql.empty, ...visitor, now });
  if (!row) throw new Error('a statement without a condition returned no row');
  return situationOf(row, secretBox, visitor.request);
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
  { flowId, version, ...options }: LockedFlow,
): Promise<{ policy: SignInPolicy; flow: OpenFlow } | undefined> {
  const rest = Sql.sql`WHERE f.id = ${flowId} AND f.version = ${version} FOR UPDATE OF f`;
  const [row] = await queryFlow(tx, { from: Sql.sql`flows AS f`, rest, ...options });
  if (!row) return undefined;
  const { policy, flow, isOver } = situationOf(row, secretBox, options.request);
  return flow && !isOver ? { policy, flow } : undefined;
}

interface LockedFlow {
  flowId: string;
  version: number;
  request: FlowRequest;
  pending?: Verification | undefined;
  now: Date;
}

function situationOf(
  { policy, connectors, flow, ...row }: FlowRow,
  secretBox: Pick<SecretBox, 'open'>,
  { requestedLevel, canUsePasskeys }: FlowRequest,
): FlowSituation {
  const { isOver = false, ...open } = flow ?? {};
  const verifications = row.verifications.map(({ verifiedAt, ...one }) => ({
    ...one,
    verifiedAt: new Date(verifiedAt),
  }));
  const account = row.account ?? undefined;
  // If their key is lost, the person enters them again.
  const opened = row.inputs && tryOpen(secretBox, row.inputs);
  const stored = opened ? (JSON.parse(opened.toString()) as FlowInputs) : {};
  const inputs = ownInputs(stored, account);
  const proven = { verifications, account };
  // The stored inputs: the account of another person changes nothing.
  const purpose = flow && presentPurpose(flow.purpose, stored);
  const requested = { requestedLevel, canUsePasskeys };
  const details = { purpose, inputs, challenge: row.challenge ?? undefined, ...requested, ...proven };
  return {
    policy: readPolicy(policy ?? {}),
    flow: flow ? ({ ...open, ...details } as OpenFlow) : undefined,
    isOver,
    candidate: row.candidate ?? undefined,
    connectors,
    ...proven,
  };
}

/** Whether a flow can continue. One that was not answered yet is not stored. */
export async function isFlowOpen(prisma: Reader, id: string, now: Date): Promise<boolean> {
  const ago = (age: number) => new Date(now.getTime() - age);
  const over = await prisma.$queryRaw<unknown[]>`
    SELECT id FROM flows WHERE id = ${id} AND (state <> 'open' OR touched_at <= ${ago(lifetimes.idle)}
      OR created_at <= ${ago(lifetimes.total)})`;
  return !over.length;
}

/** Whether a flow has ended with its effect since a time. */
export async function hasFlowFinished(prisma: Reader, id: string, since: Date): Promise<boolean> {
  const finished = await prisma.$queryRaw<unknown[]>`
    SELECT id FROM flows WHERE id = ${id} AND state = 'finished' AND ended_at > ${since}`;
  return finished.length > 0;
}

/** The facts that decide the next step. */
export const factsOf = ({ challenge, account, ...flow }: OpenFlow): FlowFacts => ({
  ...flow,
  isStandalone: flow.applicationId === null,
  awaitsCode: challenge?.recipient,
  account: account && { ...account, hasPassword: account.passwordHash !== null },
});

/** Encrypts the inputs of a flow. */
export const sealInputs = (secretBox: Pick<SecretBox, 'seal'>, inputs: FlowInputs): Buffer =>
  secretBox.seal(Buffer.from(JSON.stringify(inputs)));
