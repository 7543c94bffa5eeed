import { type Limited, limitKey, limitKeyPurpose } from '../../domain/flow/secrets.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { AttemptLimit } from '../../store/flows/attempt-limits.ts';
import type { LimitedInput } from './inputs.ts';

/** The limit of an attempt. */
export function limitOf(secretBox: Pick<SecretBox, 'derive'>, { kind, ...limited }: LimitedInput): AttemptLimit {
  return { kind, key: limitKey(secretBox.derive(limitKeyPurpose), kind, limitedOf(limited)) };
}

function limitedOf({ userId, deviceId, identifier }: Omit<LimitedInput, 'kind'>): Limited {
  if (deviceId !== null) return { deviceId };
  return userId === null ? { identifier } : { userId };
}
