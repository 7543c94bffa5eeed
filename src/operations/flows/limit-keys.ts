import {
  type LimitedAttempts,
  limitKey,
  limitKeyPurpose,
  networkLimitKey,
  networkLimitKeyPurpose,
} from '../../domain/flow/secrets.ts';
import type { NetworkLimitKind } from '../../domain/messages/network-limits.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { AttemptLimit } from '../../store/flows/attempt-limits.ts';
import type { LimitedInput } from './inputs.ts';

/** The limit of an attempt, with the keys under which it is counted. */
export function attemptLimitOf(
  secretBox: Pick<SecretBox, 'derive'>,
  { kind, network, ...limited }: LimitedInput,
): AttemptLimit {
  const keyOf = (attempts: LimitedAttempts) => limitKey(secretBox.derive(limitKeyPurpose), kind, attempts);
  const { userId, deviceId, identifier, isProven } = limited;
  const account = userId === null ? null : { userId };
  const shown = deviceId !== null ? { deviceId } : isProven ? account : null;
  return {
    kind,
    key: keyOf(shown ?? { identifier }),
    accountKey: account && shown !== account ? keyOf(account) : null,
    isDevice: deviceId !== null,
    networkKey: networkKeyOf(secretBox, 'failures', network),
  };
}

/** The key of a limit of a network. */
export const networkKeyOf = (
  secretBox: Pick<SecretBox, 'derive'>,
  kind: NetworkLimitKind,
  network: string | null,
): Uint8Array | null =>
  network === null ? null : networkLimitKey(secretBox.derive(networkLimitKeyPurpose), kind, network);
