import { explainProvider, linkedProviders } from '../domain/identity-providers/provider-explanation.ts';
import { isSuspended, type Lifetime } from '../domain/oauth/application.ts';
import { usableGrantTypes } from '../domain/oauth/grant-types.ts';
import { typedIdentifier } from '../domain/people/identifiers.ts';
import {
  type ExplainSignIn,
  outcomeOf,
  type SignInExplanation,
  type SignInQuery,
  verificationOf,
} from '../domain/flow/sign-in-explanation.ts';
import type { FlowFacts } from '../domain/flow/facts.ts';
import { type AddressKind, type FirstWay, isAddress } from '../domain/flow/policy.ts';
import type { Clock } from '../platform/clock.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { isId } from '../platform/ids/ids.ts';
import { type Account, type CurrentFlow, sendableAddresses } from '../store/flows/flow.ts';
import { readUnstoredFlow } from './unstored-flow.ts';
import { readProviders } from '../store/identity-providers/shown.ts';
import type { FindLocks, Lock } from '../store/flows/locks.ts';
import type { Level, VerificationKind } from '../vocabulary/flows.ts';

interface Services {
  database: Pick<Database, 'prisma'>;
  secretBox: Pick<SecretBox, 'open'>;
  clock: Clock;
  findLocks: FindLocks;
  /** Whether messages can be sent even if no connector is enabled. */
  sendsWithoutConnector(channel: 'email' | 'sms'): boolean;
  config: { publicUrl: string };
}

/** Explains sign-ins in a browser that is not known, or that the user trusts. It reads and decides as the pages do. */
export function createExplainSignIn(services: Services): ExplainSignIn<Transaction> {
  const { database, secretBox, clock, findLocks, sendsWithoutConnector, config } = services;
  return async (query, tx) => {
    const prisma = tx ?? database.prisma;
    const { userId, identifier, applicationId } = query;
    const lookup =
      userId == null
        ? { identifier: typedIdentifier(identifier ?? '') }
        : { userId: isId('user', userId) ? userId : '' };
    const requestedLevel: Level = query.needsSecondFactor ? 2 : 1;
    const options = { purpose: query.purpose, requestedLevel, lookup, needsPermissions: true };
    const [current, application] = await Promise.all([
      readUnstoredFlow({ prisma, secretBox, now: clock.now(), config }, options),
      prisma.application.findUnique({
        where: { id: applicationId ?? '' },
        select: { suspendedAt: true, expiresAt: true, type: true, grantTypes: true },
      }),
    ]);
    const { candidate } = current;
    const linked = await readProviders(prisma, linkedProviders(candidate));
    const all = candidate ? await findLocks(prisma, [candidate.userId], clock.now()) : [];
    const locks = all.filter((lock) => appliesIn(lock, query.knownDevice));
    return {
      userId: candidate?.userId ?? null,
      isApplicationUsable: applicationId == null ? null : isUsable(application, clock.now()),
      ...decisions(
        query,
        current,
        { ...sendableAddresses(current, sendsWithoutConnector), passkey: current.flow.canUsePasskeys },
        linked,
      ),
      locks: locks.map(({ userId: _userId, kind: _kind, until, ...lock }) => ({ ...lock, until: until.toISOString() })),
    };
  };
}

type Usable = Parameters<typeof usableGrantTypes>[0] & Lifetime;

/** Whether people can sign in to it. */
const isUsable = (application: Usable | null, now: Date): boolean =>
  application !== null &&
  !isSuspended(application, now) &&
  usableGrantTypes(application).includes('AUTHORIZATION_CODE');

/**
 * Whether a lock applies in a known device, or in other browsers. A known device has limits of its own, except for
 * second factors.
 */
const appliesIn = ({ kind, deviceId }: Lock, knownDevice: boolean): boolean =>
  kind === 'second-factor' || (deviceId !== null) === knownDevice;

/** Whether messages can be sent to addresses of each kind, and passkeys be used. */
type Means = Record<AddressKind | 'passkey', boolean>;

function decisions(
  { purpose, verifications, identifier, needsSecondFactor, knownDevice }: SignInQuery,
  { policy, candidate: account, flow: { providers, requiredProviderId } }: CurrentFlow,
  can: Means,
  linked: Awaited<ReturnType<typeof readProviders>>,
): Pick<SignInExplanation, 'next' | 'ways' | 'providers'> {
  const typed = typedIdentifier(identifier ?? '');
  const candidate = account && { ...account, isDeviceTrusted: knownDevice };
  const requestedLevel = needsSecondFactor ? 2 : 1;
  const flow = {
    inputs: {},
    verifications: [],
    account: undefined,
    purpose,
    providers,
    ...(requiredProviderId !== undefined && { requiredProviderId }),
    requestedLevel,
    canUsePasskeys: can.passkey,
  } as const;
  const after = (kinds: readonly VerificationKind[]) =>
    outcomeOf(policy, { ...flow, ...flowWith(kinds, candidate, typed) });
  const proven = verifications.filter((kind) => canProve(kind, candidate));
  const ways = policy.first.map((way) => {
    const missing = missingFor(way, candidate, can);
    const kinds = [...new Set([...proven, verificationOf[way]])];
    return { way, isUsable: missing === null, missing, next: after(kinds) };
  });
  const others = linked.filter(({ id }) => !providers.some((one) => one.id === id));
  const offered = [...providers.map((one) => ({ ...one, isEnabled: true })), ...others];
  return {
    next: after(proven),
    ways,
    providers: offered.map((provider) => explainProvider(policy, flow, provider, { account: candidate, typed })),
  };
}

/** A flow in which this was proven. */
const flowWith = (
  kinds: readonly VerificationKind[],
  candidate: Account | undefined,
  typed: string,
): Pick<FlowFacts, 'inputs' | 'verifications' | 'account'> => ({
  inputs: {},
  verifications: kinds.map((kind) => ({
    kind,
    subject: isAddress(kind) ? (candidate?.[kind] ?? typed) : (candidate?.userId ?? ''),
    verifiedAt: new Date(0),
    sessionEpoch: candidate?.sessionEpoch ?? null,
  })),
  account: kinds.length ? candidate : undefined,
});

/** True if it can be proven: that requires that the account has it. An address need not have an account. */
function canProve(kind: VerificationKind, account: Account | undefined): boolean {
  if (isAddress(kind)) return account?.[kind] !== null;
  if (kind === 'password') return account !== undefined && account.passwordHash !== null;
  return account?.factors.some((factor) => factor === kind) ?? false;
}

/** The reason why a person cannot use a way to sign in; null if there is none. */
function missingFor(way: FirstWay, account: Account | undefined, can: Means): string | null {
  switch (way) {
    case 'email-code':
      if (!can.email) return 'No email can be sent.';
      return account && account.email === null ? 'The account has no email address.' : null;
    case 'phone-code':
      if (!can.phone) return 'No SMS can be sent.';
      return account && account.phone === null ? 'The account has no phone number.' : null;
    case 'password':
      if (!account) return 'No account has this identifier.';
      return account.passwordHash === null ? 'The account has no password.' : null;
    default:
      if (!can.passkey) return 'Passkeys cannot be used at an IP address.';
      if (!account) return 'No account has this identifier.';
      return account.factors.includes('passkey') ? null : 'The account has no passkey.';
  }
}
