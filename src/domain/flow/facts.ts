import type { FactorKind } from '../../vocabulary/account/factors.ts';
import type { FlowPurpose, FlowStep, RefusalReason, RequestedLevel, VerificationKind } from '../../vocabulary/flows.ts';
import type { Linking } from '../../vocabulary/identity-providers/identity-providers.ts';
import type { ProviderPresetName } from '../../vocabulary/identity-providers/identity-provider-presets.ts';
import type { SignInPolicy } from './policy.ts';

/** A proof of a person, and its time. */
export interface Verification {
  kind: VerificationKind;
  /** The address, the id of the provider and the subject there (domain/flow/identity.ts), or the id of the user. */
  subject: string;
  verifiedAt: Date;
  /** The user's session epoch at that time; null if no account had the address, or for a session. */
  sessionEpoch: number | null;
}

/** A factor that was set up in a flow, and is stored with its effect. */
export type NewFactor =
  | {
      kind: 'totp';
      /** Base64url. */
      secret: string;
      lastStep: number;
    }
  | {
      kind: 'passkey';
      credentialId: string;
      /** Base64url of the COSE_Key. */
      publicKey: string;
      counter: number;
      transports: string[];
      aaguid: string;
      isBackedUp: boolean;
    };

/** An identity that a person has proven at an identity provider: what is kept of it, besides the verification. */
export interface ProvenIdentity {
  providerId: string;
  /** The version of the provider with which it was proven. */
  providerVersion: number;
  /** Identifier of the person at the provider. */
  subject: string;
  /** The name or address by which the person recognizes it there. */
  label: string | null;
  /** The name of a new account. */
  name: string | null;
  /** The language of a new account. */
  locale: string | null;
}

/** A link that was opened in a flow: what follows from it, besides what it proves. */
export interface FlowLink {
  tokenId: string;
  /** The invited address, for which an account may be created even if sign-up is closed. */
  invitedEmail?: string | undefined;
}

/** Inputs of a person in a flow, and what follows from them for the next step. */
export interface FlowInputs {
  /** The identifier that was typed last, in its normal form. */
  identifier?: string | undefined;
  /** The account for which the rest was entered, except the link; null for a new one. */
  accountId?: string | null | undefined;
  /** The id that a new account will have: its first passkey contains it. */
  userId?: string | undefined;
  /** Null if another account has taken it meanwhile. */
  username?: string | null | undefined;
  passwordHash?: string | undefined;
  name?: string | undefined;
  /** Address of the terms that were accepted. */
  terms?: string | undefined;
  /** The link that was opened in this flow. */
  link?: FlowLink | undefined;
  /** The identity that was proven in this flow, or was before the person began as someone else. */
  identity?: ProvenIdentity | undefined;
  /** Whether the person wants to link the identity with the account. */
  linksIdentity?: boolean | undefined;
  /** The provider at which a person who is signed in wants to link an identity. */
  identityProviderId?: string | undefined;
  /** The account for which a new password was set in this flow. It has to be used now. */
  newPasswordOf?: string | undefined;
  newFactor?: NewFactor | undefined;
  /** The factor that a person who is signed in wants to add. */
  factor?: { kind: NewFactor['kind']; name?: string | undefined } | undefined;
  /** Backup codes, as they are shown until the flow ends. */
  backupCodes?: readonly string[] | undefined;
  /** The person has kept the backup codes of this flow. */
  hasBackupCodes?: boolean | undefined;
}

/** The account that the first verification leads to. */
export interface FlowAccount {
  userId: string;
  email: string | null;
  phone: string | null;
  /** The session epoch: verifications with another one do not count. */
  sessionEpoch: number;
  isSuspended: boolean;
  /** The person has deleted the account: it is suspended until then. */
  isDeletionDue: boolean;
  hasPassword: boolean;
  /** An administrator requires a new password at the next sign-in. */
  mustResetPassword: boolean;
  isEmailVerified: boolean;
  isPhoneVerified: boolean;
  /** Kinds of factors that can be used. */
  factors: readonly FactorKind[];
  isAdministrator: boolean;
  /** True if the user trusts this browser, so that a second factor that the policy requires is skipped. */
  isDeviceTrusted: boolean;
  /** The linked identities, as subjects of verifications. */
  identities: readonly string[];
  /** Identity providers of which an identity was unlinked. */
  unlinkedProviders: readonly string[];
  /** True if the user has any permission. Only read for an address that an identity provider vouches for. */
  holdsPermissions: boolean;
  /** The identity provider at which people with an address of this domain have to sign in. */
  requiredProviderId: string | null;
}

/** An enabled identity provider: what decides the next step. */
export interface ProviderFacts {
  id: string;
  version: number;
  name: string;
  preset: ProviderPresetName;
  linking: Linking;
  createsAccounts: boolean;
  isRequired: boolean;
  /** True if the first page offers it. */
  isShown: boolean;
}

export interface FlowFacts {
  purpose: FlowPurpose;
  verifications: readonly Verification[];
  inputs: FlowInputs;
  /**
   * A code that was sent and not used, or a sign-in at an identity provider. After it has expired, another one can be
   * requested.
   */
  challenge?: { kind: VerificationKind } | undefined;
  /** The enabled identity providers that the first page offers, and those that this flow is about. */
  providers: readonly ProviderFacts[];
  /**
   * Undefined before the first verification, and if no account has the verified address. What is added to an account is
   * added to that of the session: undefined if it has ended.
   */
  account: FlowAccount | undefined;
  /** The account that has the address or identity which the person wants to add and has proven. */
  holderId?: string | undefined;
  /** The identity provider at which people with the address of a new account have to sign in. */
  requiredProviderId?: string | undefined;
  /** The level that the application asks for. */
  requestedLevel: RequestedLevel;
  /** True if browsers can use passkeys at the address of the pages. */
  canUsePasskeys: boolean;
  /** True if no application waits for a sign-in. */
  isStandalone?: boolean | undefined;
  /** True if the browser keeps a link that was not used in this flow. */
  hasLink?: boolean | undefined;
}

/** The effects of flows: operations. */
export type FlowEffect =
  | 'completeSignIn'
  | 'completeSignUp'
  | 'completeReset'
  | 'linkAddress'
  | 'linkFactor'
  | 'linkIdentity';

export type Decision =
  /** `ways` are steps that can be answered instead. */
  | { step: FlowStep; fields?: readonly SignUpField[]; ways?: readonly FlowStep[] }
  | { ready: FlowEffect }
  | { refused: RefusalReason };

export type SignUpField = SignInPolicy['signUp']['requires'][number] | 'terms';
