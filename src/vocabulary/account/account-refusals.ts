/** Why a change that people make to their own accounts is refused. */
export type AccountRefusal =
  | 'not-allowed'
  | 'last-way'
  | 'last-address'
  | 'required-factor'
  | 'factor-not-taken'
  | 'backup-codes-not-taken'
  | 'no-factor'
  | 'last-administrator'
  | 'last-organization-administrator'
  | 'wrong-confirmation'
  | 'not-a-picture'
  | 'picture-too-wide'
  | `password-${'too-short' | 'too-long' | 'unstorable' | 'common' | 'predictable' | 'contextual' | 'breached'}`;
