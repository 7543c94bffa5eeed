import { type RequestIds, requestIdsIn } from '../../domain/trace-context.ts';
import { hash } from 'node:crypto';
import type { SendsWithoutConnector } from '../../kernel/prepare-services.ts';
import type { Execute, Origin } from '../../kernel/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { Passwords } from '../../platform/passwords/passwords.ts';
import type { readPhoneNumber } from '../../platform/phone-numbers.ts';
import type { WebAuthn } from '../../platform/webauthn.ts';
import type { Account, Flow, FlowRequest } from '../../store/flows/flow.ts';
import type { FirstAnswer, NewFlow } from '../../store/flows/progress.ts';
import type { FlowPurpose } from '../../vocabulary/flows.ts';
import { deviceLabel } from '../device-label.ts';
import type { Link } from '../../store/one-time-tokens/links.ts';

export interface FlowServices {
  database: Pick<Database, 'prisma'>;
  secretBox: SecretBox;
  clock: Clock;
  ids: Ids;
  passwords: Passwords;
  execute: Execute;
  sendsWithoutConnector: SendsWithoutConnector;
  webAuthn: WebAuthn;
  readPhoneNumber: typeof readPhoneNumber;
  /** A QR code as an SVG document. */
  qrCode(text: string): Promise<string>;
  /** Registers the kinds of stored hashes with `passwords` (experience/register-hashes.ts). */
  registerHashes(): Promise<void>;
}

/** A request of a person on the pages. */
export interface Visit extends RequestIds {
  /** The id of the authorization request; without one, as `binding`. */
  uid: string;
  /** The text that the flow is bound to: it contains a secret of the browser. */
  binding: string;
  /** SHA-256 (base64url) of that secret, for the authorization request; null without one. */
  browser: string | null;
  /** Address of the pages. */
  action: string;
  /** The application that is signed in to; without one, the name of the platform. */
  application: { id: string | null; name: string };
  /** The identifier that the application suggests. */
  loginHint: string | undefined;
  /** The purpose with which a flow begins. Without an application it stays so. */
  purpose: FlowPurpose;
  address: string | undefined;
  /** The network of the client, whose limits apply; null for this machine (platform/network/client-address.ts). */
  network: string | null;
  /** SHA-256 of the secret that makes the browser known after a sign-in. */
  newDeviceHash: Uint8Array;
  userAgent: string | undefined;
  /** Aborted when the client closes the connection. */
  signal: AbortSignal;
  /** The cookies of the browser, and the level that the application asks for. */
  request: FlowRequest;
  /** Methods by which the user of the session was authenticated (RFC 8176). */
  amr: readonly string[];
  /** The user who is signed in in this browser, whatever the application asks for. */
  signedInUserId: string | undefined;
  /** The link that was opened in this browser, as the browser keeps it. */
  linkText?: string | undefined;
  /** The same, if it can be used. */
  link?: Link | undefined;
  /** BCP 47 tag of the language of pages and messages. */
  language: string;
}

/** The text that the flow of an authorization request is bound to. */
export const bindingOf = (uid: string, browserSecret: string): string => `${uid}.${browserSecret}`;

/** The id of the flow that is bound to something. */
export const flowIdOf = (ids: Pick<Ids, 'of'>, binding: string): string =>
  ids.of('signInAttempt', hash('sha256', binding, 'buffer').subarray(0, 16));

/** The flow of a visit, if it is not stored: it is with its first answer. */
export function newFlowOf(ids: Pick<Ids, 'of'>, { binding, application, purpose }: Visit): NewFlow {
  const reference = referenceOf(hash('sha256', binding, 'buffer').subarray(16));
  return { id: flowIdOf(ids, binding), purpose, reference, applicationId: application.id };
}

/** Characters that are not easily confused, 32 of them. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const referenceOf = (digest: Uint8Array): string =>
  Array.from(digest.subarray(0, 8), (byte) => alphabet[byte % alphabet.length]).join('');

/** True if the flow belongs to no authorization request: it ends without a sign-in. */
export const isStandalone = ({ application }: Pick<Visit, 'application'>): boolean => application.id === null;

type AccountHere = Pick<Account, 'userId' | 'deviceId'> | undefined;

/** True if the user of an account has signed in in this browser: attempts elsewhere do not limit them here. */
export const isOwnBrowser = ({ signedInUserId }: Visit, account: AccountHere): boolean =>
  account !== undefined && (account.deviceId !== null || account.userId === signedInUserId);

/** The network whose limits apply: not to a browser in which the user has signed in before. */
export const networkFor = (visit: Visit, account: AccountHere): string | null =>
  isOwnBrowser(visit, account) ? null : visit.network;

/** The origin of the request, for a notice to a user. */
export const sourceOf = async ({ address, language, userAgent }: Visit) => ({
  address: address ?? null,
  language,
  device: await deviceLabel(userAgent),
});

/** The columns of a flow that its first answer stores. */
export const flowOf = async (
  { secretBox }: Pick<FlowServices, 'secretBox'>,
  { id, purpose, applicationId, reference }: Flow,
  { address, userAgent }: Visit,
): Promise<FirstAnswer> => ({
  id,
  purpose,
  applicationId,
  reference,
  encryptedAddress: address === undefined ? null : secretBox.seal(Buffer.from(address)),
  device: await deviceLabel(userAgent),
});

/** The origin of a person's operations on the pages. */
export const originOf = (visit: Visit): Origin => ({ ...requestIdsIn(visit), channel: 'sign-in' });

/** The version of a flow that an answer is for. */
export const versionOf = ({ id, version }: Flow, { request }: Visit) => ({ flowId: id, version, request });
