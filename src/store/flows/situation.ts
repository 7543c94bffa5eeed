import type { FlowInputs, Verification } from '../../domain/flow/facts.ts';
import type { AddressKind, SignInPolicy } from '../../domain/flow/policy.ts';
import type { ConnectorKind } from '../../vocabulary/connectors.ts';
import type { FactorKind } from '../../vocabulary/factors.ts';
import type { FlowPurpose, RequestedLevel, VerificationKind } from '../../vocabulary/flows.ts';

/** The account that a flow leads to, or that has the typed identifier. */
export interface FlowUser {
  userId: string;
  email: string | null;
  phone: string | null;
  passwordHash: string | null;
  sessionEpoch: number;
  isSuspended: boolean;
  isEmailVerified: boolean;
  isPhoneVerified: boolean;
  mustResetPassword: boolean;
  /** ISO 8601, with the offset that PostgreSQL writes. */
  passwordResetRequiredAt: string | null;
  factors: FactorKind[];
  /** Only read if the policy depends on it. */
  isAdministrator: boolean;
  isDeviceTrusted: boolean;
}

/** The account with the typed identifier, or with the address to which a code was sent. */
export interface Candidate extends FlowUser {
  /** The device, if the user has signed in with it. */
  deviceId: string | null;
}

/** What a request brings that a step depends on. */
export interface FlowRequest {
  /** SHA-256 of the secrets in the device's cookie: one of each user who has signed in with it. */
  deviceHashes: Uint8Array[];
  /** The session of the browser, if the application asks for more than it has proven. */
  session: { userId: string; since: Date } | null;
  requestedLevel: RequestedLevel;
  /** Whether browsers can use passkeys at the address of the pages. */
  canUsePasskeys: boolean;
}

/** Whose account is read besides that of the flow: by the typed identifier, in its normal form, or by its id. */
export type AccountLookup = { identifier: string } | { userId: string } | undefined;

export interface Visitor {
  flowId: string;
  sought: AccountLookup;
  request: FlowRequest;
}

/** A code that was not used, and may have expired. */
export interface OpenChallenge {
  id: string;
  kind: VerificationKind;
  recipient: string;
}

/** An open flow. */
export interface OpenFlow {
  id: string;
  purpose: FlowPurpose;
  applicationId: string | null;
  reference: string;
  version: number;
  inputs: FlowInputs;
  verifications: Verification[];
  challenge: OpenChallenge | undefined;
  account: FlowUser | undefined;
  requestedLevel: RequestedLevel;
  canUsePasskeys: boolean;
}

/** What a step of a flow depends on. */
export interface FlowSituation {
  policy: SignInPolicy;
  flow: OpenFlow | undefined;
  /** Whether the flow has ended or expired. */
  isOver: boolean;
  candidate: Candidate | undefined;
  /** The session of the browser, if the flow is not stored yet. */
  verifications: Verification[];
  account: FlowUser | undefined;
  /** Kinds of the enabled connectors. */
  connectors: ConnectorKind[];
}

/** Whether codes can be sent to addresses of each kind. */
export function sendableAddresses(
  { connectors }: FlowSituation,
  sendsWithoutConnector: (channel: ConnectorKind) => boolean,
): Record<AddressKind, boolean> {
  const canSend = (channel: ConnectorKind) => connectors.includes(channel) || sendsWithoutConnector(channel);
  return { email: canSend('email'), phone: canSend('sms') };
}
