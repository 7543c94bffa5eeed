import { changeOf } from '../../domain/events/changes.ts';
import type { Account } from '../../store/flows/flow.ts';
import type { VerificationKind } from '../../vocabulary/flows.ts';

/** The addresses of an account that a flow is the first to verify. */
export const newlyVerified = (
  account: Pick<Account, 'isEmailVerified' | 'isPhoneVerified'>,
  proven: readonly VerificationKind[],
): { email: boolean; phone: boolean } => ({
  email: !account.isEmailVerified && proven.includes('email'),
  phone: !account.isPhoneVerified && proven.includes('phone'),
});

interface Changed {
  verifies: ReturnType<typeof newlyVerified>;
  /** Other fields of the user. */
  fields: readonly string[];
}

/**
 * The fields of the account that the end of a flow changes, with their values before: an address that it verifies was
 * not verified.
 */
export function changeByFlow(
  { passwordResetRequiredAt: since }: Pick<Account, 'passwordResetRequiredAt'>,
  { verifies, fields }: Changed,
) {
  const changed = [
    ...(verifies.email ? ['emailVerifiedAt'] : []),
    ...(verifies.phone ? ['phoneVerifiedAt'] : []),
    ...fields,
  ];
  const passwordResetRequiredAt = since && new Date(since).toISOString();
  return changeOf({ emailVerifiedAt: null, phoneVerifiedAt: null, passwordResetRequiredAt }, changed);
}
