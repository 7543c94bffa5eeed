import type { FlowUser } from '../../store/flows/situation.ts';
import type { VerificationKind } from '../../vocabulary/flows.ts';

/** The addresses of an account that a flow is the first to verify. */
export const newlyVerified = (
  account: Pick<FlowUser, 'isEmailVerified' | 'isPhoneVerified'>,
  proven: readonly VerificationKind[],
): { email: boolean; phone: boolean } => ({
  email: !account.isEmailVerified && proven.includes('email'),
  phone: !account.isPhoneVerified && proven.includes('phone'),
});

/** The fields of the user that change with it. */
export const fieldsOf = ({ email, phone }: ReturnType<typeof newlyVerified>): string[] => [
  ...(email ? ['emailVerifiedAt'] : []),
  ...(phone ? ['phoneVerifiedAt'] : []),
];

/** The fields that the end of a flow changes, as they were: an address that it verifies was not verified. */
export const beforeFlow = ({ passwordResetRequiredAt: since }: Pick<FlowUser, 'passwordResetRequiredAt'>) => ({
  emailVerifiedAt: null,
  phoneVerifiedAt: null,
  passwordResetRequiredAt: since && new Date(since).toISOString(),
});
