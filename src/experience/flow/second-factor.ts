import { readBackupCode } from '../../domain/people/backup-codes.ts';
import { isBackupCode } from '../../domain/flow/secrets.ts';
import { totpStep } from '../../domain/people/totp.ts';
import type { FactorUse } from '../../store/factors/use-factor.ts';
import { findBackupCode } from '../../store/factors/backup-codes.ts';
import { openSecret } from '../../store/factors/open-secret.ts';
import { totpsOf } from '../../store/factors/totp.ts';
import type { Account } from '../../store/flows/flow.ts';
import type { Answer, AnswerResult } from './answer.ts';
import { makeAttempt } from './attempt.ts';
import type { FlowServices } from './visit.ts';

/** The code of an authenticator app. */
export const answerTotp = (answer: Answer): Promise<AnswerResult> =>
  answerFactor(answer, 'totp', (account) => findTotp(answer.services, account, answer.fields['code'] ?? ''));

/** A backup code, of which only a hash is stored. */
export const answerBackupCode = (answer: Answer): Promise<AnswerResult> =>
  answerFactor(answer, 'backup-code', (account) =>
    findCode(answer.services, account, answer.fields['backup-code'] ?? ''),
  );

/** `find` returns the use of the factor of the account that has this code. */
async function answerFactor(
  answer: Answer,
  kind: 'totp' | 'backup-code',
  find: (account: Account) => Promise<FactorUse | undefined>,
): Promise<AnswerResult> {
  const { account, inputs } = answer.step.flow;
  if (!account) throw new Error('a second factor is requested without an account');
  const { userId, sessionEpoch, email } = account;
  const identifier = inputs.identifier ?? email ?? userId;
  // The person has proven the account, whose own limit is strict.
  const limited = { kind: 'second-factor' as const, userId, deviceId: null, identifier, isProven: true, network: null };
  return makeAttempt(answer, {
    step: kind,
    limited,
    problem: 'wrong-code',
    shown: { step: kind },
    async compare() {
      const use = await find(account);
      if (!use) return 'wrong-code';
      const verification = { kind, subject: userId, sessionEpoch, limited, use, rehash: null };
      return { step: kind, trustsDevice: answer.fields['trust'] === 'yes', verification };
    },
  });
}

async function findTotp(
  { database, secretBox, clock }: FlowServices,
  { userId }: Account,
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
  { userId }: Account,
  typed: string,
): Promise<FactorUse | undefined> {
  const { prefix = '', secret = '' } = readBackupCode(typed) ?? {};
  const stored = await findBackupCode(database.prisma, userId, prefix);
  const hash = stored && openSecret(secretBox, stored);
  return hash && isBackupCode(hash, userId, secret) ? { kind: 'backup-code', factorId: stored.id } : undefined;
}
