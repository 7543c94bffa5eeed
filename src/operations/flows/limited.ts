import type { Limited } from '../../domain/flow/secrets.ts';
import type { LimitedInput } from './inputs.ts';

export function limitedOf({ userId, deviceId, identifier }: LimitedInput): Limited {
  if (deviceId !== null) return { deviceId };
  return userId === null ? { identifier } : { userId };
}
