import type { FlowAccount, FlowFacts, ProviderFacts } from '../../domain/flow/facts.ts';
import type { ReadIdentity } from '../../domain/identity-providers/read-identity.ts';
import type { AddressKind, SignInPolicy } from '../../domain/flow/policy.ts';
import type { ConnectorKind } from '../../vocabulary/connectors/connectors.ts';
import type { RefusalReason, RequestedLevel, VerificationKind } from '../../vocabulary/flows.ts';

/** An account that a flow leads to, or that has a typed identifier. */
export interface Account extends FlowAccount {
  passwordHash: string | null;
  /** ISO 8601, with the offset that PostgreSQL writes. */
  passwordResetRequiredAt: string | null;
  /** The device, if the user has signed in with it. */
  deviceId: string | null;
}

/** An open flow: the facts that decide its next step, and what identifies it. */
export interface Flow extends FlowFacts {
  id: string;
  applicationId: string | null;
  reference: string;
  version: number;
  challenge: OpenChallenge | undefined;
  account: Account | undefined;
}

/** A code that was not used, and may have expired; or a sign-in at an identity provider. */
interface OpenChallenge {
  id: string;
  kind: VerificationKind;
  /** The address, or the id of the identity provider. */
  address: string;
  /** The identity that has returned from the identity provider; undefined before, and for a code. */
  returned?: ReturnedIdentity | undefined;
  /** ISO 8601, with the offset that PostgreSQL writes. */
  sentAt: string;
}

/**
 * The identity that a person has brought back from an identity provider, as its rules read it; or why none is accepted.
 */
export type ReturnedIdentity = ({ read: ReadIdentity; providerVersion: number } | { refused: RefusalReason }) & {
  /** SHA-256 (base64url) of the secret of the browser that has come back; omitted once a page has compared it. */
  browserHash?: string | undefined;
};

/** A flow as it is stored now, with what its next step depends on besides. */
export interface CurrentFlow {
  policy: SignInPolicy;
  flow: Flow;
  /** The account that was looked up. */
  candidate: Account | undefined;
  /** Kinds of the enabled connectors. */
  connectors: ConnectorKind[];
  /** The identity provider of the domain of the address that was looked up. */
  domainProvider: ProviderFacts | undefined;
}

/** The part of a request that a step depends on. */
export interface FlowRequest {
  /** SHA-256 of the secrets in the device's cookie: one of each user who has signed in with it. */
  deviceHashes: Uint8Array[];
  /** The session of the browser, if the application asks for more than it has proven. */
  session: { userId: string; since: Date } | null;
  /** The user who changes their own account, and the session in which they do. Omitted for a sign-in. */
  person?: { userId: string; sessionId: string } | undefined;
  requestedLevel: RequestedLevel;
  /** True if browsers can use passkeys at the address of the pages. */
  canUsePasskeys: boolean;
}

/**
 * The account that is read besides that of the flow: by the typed identifier, in its normal form, by its id, or by an
 * identity, and otherwise the address that its provider vouches for;
 * otherwise by the address to which a code was sent.
 */
export type AccountLookup =
  | { identifier: string }
  | { userId: string }
  | { identity: { providerId: string; subject: string }; email: string | null }
  | undefined;

/** The kinds of addresses, each true if codes can be sent to it. */
export function sendableAddresses(
  { connectors }: Pick<CurrentFlow, 'connectors'>,
  sendsWithoutConnector: (channel: ConnectorKind) => boolean,
): Record<AddressKind, boolean> {
  const canSend = (channel: ConnectorKind) => connectors.includes(channel) || sendsWithoutConnector(channel);
  return { email: canSend('email'), phone: canSend('sms') };
}
