import { type RequestIds, requestIdsIn } from '../../domain/trace-context.ts';
import { hash } from 'node:crypto';
import type { SendsWithoutConnector } from '../../kernel/prepare-services.ts';
import { type Caller, type CurrentActor, personOnPages } from '../../kernel/actor.ts';
import type { Execute, Origin } from '../../kernel/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { Passwords } from '../../platform/passwords/passwords.ts';
import type { readPhoneNumber } from '../../platform/phone-numbers.ts';
import type { WebAuthn } from '../../platform/webauthn.ts';
import type { StartAtProvider } from '../upstream/start.ts';
import type { Account, Flow, FlowRequest } from '../../store/flows/flow.ts';
import type { FirstAnswer, NewFlow } from '../../store/flows/progress.ts';
import type { FlowPurpose } from '../../vocabulary/flows.ts';
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
  startAtProvider: StartAtProvider;
  /** A QR code as an SVG document. */
  qrCode(text: string): Promise<string>;
  /** Registers the kinds of stored hashes with `passwords` (experience/register-hashes.ts). */
  registerHashes(): Promise<void>;
}

/** A request of a person: on the pages, or by the Account API. */
export interface Visit extends RequestIds, Pick<Origin, 'channel'> {
  /** The id of the authorization request; without one, as `binding`. */
  uid: string;
  /** The flow as its first answer stores it. */
  newFlow: NewFlow;
  /** The caller of the Account API, whose account the flow changes; undefined on the pages. */
  member: CurrentActor | undefined;
  /** SHA-256 (base64url) of that secret, for the authorization request; null without one. */
  browser: string | null;
  /** Address of the pages. */
  action: string;
  /** The page to which a person goes back who does not go on. */
  back?: string;
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
  /** The name of the browser. */
  describeDevice(): Promise<string | null>;
  /** Aborted when the client closes the connection. */
  signal: AbortSignal;
  /** The cookies of the browser, and the level that the application asks for. */
  request: FlowRequest;
  /** Methods by which the user of the session was authenticated (RFC 8176). */
  amr: readonly string[];
  /** The user who is signed in in this browser, whatever the application asks for. */
  signedInUserId: string | undefined;
  /** The secret of this browser, if it has come back from an identity provider. */
  returnSecret?: string | undefined;
  /** The way of the last sign-in in this browser. */
  lastWay: string | undefined;
  /** The link that was opened in this browser, as the browser keeps it. */
  linkText?: string | undefined;
  /** The same, if it can be used. */
  link?: Link | undefined;
  /** BCP 47 tag of the language of pages and messages. */
  language: string;
}

/** The flow of the pages, and what it is bound to. */
export interface Binding extends Pick<Visit, 'application' | 'purpose'> {
  /** The text that the flow is bound to: it contains a secret of the browser. */
  binding: string;
}

/** The text that the flow of an authorization request is bound to. */
export const bindingOf = (uid: string, browserSecret: string): string => `${uid}.${browserSecret}`;

/** The id of the flow that is bound to something. */
export const flowIdOf = (ids: Pick<Ids, 'of'>, binding: string): string =>
  ids.of('signInAttempt', hash('sha256', binding, 'buffer').subarray(0, 16));

/** The flow of the pages, as its first answer stores it. */
export function newFlowOf(ids: Pick<Ids, 'of'>, { binding, application, purpose }: Binding): NewFlow {
  const reference = referenceOf(hash('sha256', binding, 'buffer').subarray(16));
  return { id: flowIdOf(ids, binding), purpose, reference, applicationId: application.id };
}

/** Characters that are not easily confused, 32 of them. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const referenceOf = (digest: Uint8Array): string =>
  Array.from(digest.subarray(0, 8), (byte) => alphabet[byte % alphabet.length]).join('');

/** True if no authorization request waits for the flow: it ends without a sign-in, with the purpose it began with. */
export const isStandalone = ({ application }: Pick<Visit, 'application'>): boolean => application.id === null;

type AccountHere = Pick<Account, 'userId' | 'deviceId'> | undefined;

/** True if the user of an account has signed in in this browser: attempts elsewhere do not limit them here. */
export const isOwnBrowser = ({ signedInUserId }: Visit, account: AccountHere): boolean =>
  account !== undefined && (account.deviceId !== null || account.userId === signedInUserId);

/** The network whose limits apply: not to a browser in which the user has signed in before. */
export const networkFor = (visit: Visit, account: AccountHere): string | null =>
  isOwnBrowser(visit, account) ? null : visit.network;

/** The origin of the request, for a notice to a user. */
export const sourceOf = async ({ address, language, describeDevice }: Visit) => ({
  address: address ?? null,
  language,
  device: await describeDevice(),
});

/** The columns of a flow that its first answer stores. */
export const flowOf = async (
  { secretBox }: Pick<FlowServices, 'secretBox'>,
  { id, purpose, applicationId, reference }: NewFlow,
  { address, describeDevice }: Visit,
): Promise<FirstAnswer> => ({
  id,
  purpose,
  applicationId,
  reference,
  encryptedAddress: address === undefined ? null : secretBox.seal(Buffer.from(address)),
  device: await describeDevice(),
});

/** The caller of the operations of a flow: the person on the pages, or the user who changes their own account. */
export const callerIn = ({ member }: Visit, flowId: string, userId: string | null = null): Caller =>
  member ? async () => ({ ...(await member()), flowId }) : personOnPages(flowId, userId);

/** The origin of a person's operations. */
export const originOf = (visit: Visit): Origin => ({ ...requestIdsIn(visit), channel: visit.channel });

/** The version of a flow that an answer is for. */
export const versionOf = ({ id, version }: Flow, { request }: Visit) => ({ flowId: id, version, request });
