import { readBackupCode } from '../../domain/backup-codes.ts';
import { isBackupCode } from '../../domain/flow/secrets.ts';
import { totpStep } from '../../domain/totp.ts';
import type { FactorUse } from '../../store/factors/use-factor.ts';
import { findBackupCode } from '../../store/factors/backup-codes.ts';
import { openSecret } from '../../store/factors/open-secret.ts';
import { totpsOf } from '../../store/factors/totp.ts';
import type { FlowUser } from '../../store/flows/situation.ts';
import { makeAttempt } from './attempt.ts';
import type { AnswerResult, AnswerContext, Fields } from './context.ts';
import type { FlowServices, VisitedFlow } from './visit.ts';

/** The code of an authenticator app. */
export function answerTotp(context: AnswerContext, visited: VisitedFlow, { code = '', trust }: Fields) {
  return answerFactor(context, visited, {
    kind: 'totp',
    trustsDevice: trust === 'yes',
    find: (account) => findTotp(context.services, account, code),
  });
}

/** A backup code, of which only a hash is stored. */
export function answerBackupCode(
  context: AnswerContext,
  visited: VisitedFlow,
  { 'backup-code': typed = '', trust }: Fields,
) {
  return answerFactor(context, visited, {
    kind: 'backup-code',
    trustsDevice: trust === 'yes',
    find: (account) => findCode(context.services, account, typed),
  });
}

interface FactorAnswer {
  kind: 'totp' | 'backup-code';
  trustsDevice: boolean;
  /** The use of the factor of the account that has this code. */
  find(account: FlowUser): Promise<FactorUse | undefined>;
}

async function answerFactor(
  context: AnswerContext,
  visited: VisitedFlow,
  { kind, trustsDevice, find }: FactorAnswer,
): Promise<AnswerResult> {
  const { account, inputs } = visited.flow;
  if (!account) throw new Error('a second factor is requested without an account');
  const { userId, sessionEpoch, email } = account;
  const identifier = inputs.identifier ?? email ?? userId;
  // Who answers it has proven the account, whose own limit is strict.
  const limited = { kind: 'second-factor' as const, userId, deviceId: null, identifier, isProven: true, network: null };
  return makeAttempt(context, visited, {
    step: kind,
    limited,
    problem: 'wrong-code',
    shown: { step: kind },
    async compare() {
      const use = await find(account);
      if (!use) return 'wrong-code';
      return {
        step: kind,
        trustsDevice,
        verification: { kind, subject: userId, sessionEpoch, limited, use, rehash: null },
      };
    },
  });
}

async function findTotp(
  { database, secretBox, clock }: FlowServices,
  { userId }: FlowUser,
  code: string,
): Promise<FactorUse | undefined> {
  const now = clock.now();
  for (const { id: factorId, lastStep, ...stored } of await totpsOf(database.prisma, userId)) {
    const secret = openSecret(secretBox, stored);
    const step = secret && totpStep({ secret, code, now, lastStep });
    if (step !== undefined) return { kind: 'totp', factorId, step };
  }
  return undefined;
}

async function findCode(
  { database, secretBox }: FlowServices,
  { userId }: FlowUser,
  typed: string,
): Promise<FactorUse | undefined> {
  const { prefix = '', secret = '' } = readBackupCode(typed) ?? {};
  const stored = await findBackupCode(database.prisma, userId, prefix);
  const hash = stored && openSecret(secretBox, stored);
  return hash && isBackupCode(hash, userId, secret) ? { kind: 'backup-code', factorId: stored.id } : undefined;
}
