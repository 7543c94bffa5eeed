import type { NewKeyPair } from '../platform/crypto/key-pairs.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import type { SamlSetup } from '../platform/identity-providers/identity-provider.ts';
import type { Ids } from '../platform/ids/ids.ts';
import type { Passwords } from '../platform/passwords/passwords.ts';
import type { SendStep } from '../vocabulary/connectors/connectors.ts';
import type { EventType } from '../vocabulary/events.ts';
import type { ProviderTestResult } from '../vocabulary/identity-providers/identity-provider-shapes.ts';
import type { MessageChannel } from '../vocabulary/connectors/message-templates.ts';
import type { AttemptFailure } from '../vocabulary/records/delivery-shapes.ts';

/** Validates a GraphQL selection on the events of the catalog: returns its problems, each with its position. */
export type SelectionProblems = (selection: string) => Promise<readonly string[]>;

/** Why a URL of a customer must not be called, without a name lookup; undefined if it may be. */
export type AddressProblem = (url: string) => Promise<string | undefined>;

/** The response of the endpoint of a webhook to a test event. */
interface TestEventResult {
  /** HTTP status; null without a response. */
  status: number | null;
  failure: AttemptFailure | null;
  error: string | null;
  /** First 4 KB; null without a response. */
  responseBody: string | null;
  durationMs: number;
}

/** Sends one test event to a webhook. NOT_FOUND at "webhookId" if the webhook does not exist; null in a dry run. */
export type SendTestEvent = (webhookId: string, type: EventType) => Promise<TestEventResult | null>;

/** Why a test message was not sent. */
export interface TestMessageFailure {
  step: SendStep;
  error: string;
}

/**
 * Sends one test message with a connector; null in a dry run. NOT_FOUND at "connectorId" if the connector does not
 * exist, BAD_USER_INPUT at "recipient" for one that it cannot send to.
 */
export type SendTestMessage = (
  connectorId: string,
  recipient: string,
) => Promise<{ failure: TestMessageFailure | null; durationMs: number } | null>;

/** Tests an identity provider; null in a dry run. NOT_FOUND at "identityProviderId" if it does not exist. */
export type TestProvider = (identityProviderId: string) => Promise<ProviderTestResult[] | null>;

/** Reads what settings of SAML are made of; of metadata at an address null in a dry run. */
export interface SamlPreparation extends Omit<SamlSetup, 'readMetadataAt'> {
  readMetadataAt(url: string): Promise<Awaited<ReturnType<SamlSetup['readMetadataAt']>> | null>;
}

/** Whether messages of a channel can be sent. */
export type CanSend = (channel: MessageChannel) => Promise<boolean>;
/** Whether they can be sent even if no connector is enabled. */
export type SendsWithoutConnector = (channel: MessageChannel) => boolean;

/** Services of `prepare`, for slow or random work that does not belong in a transaction. */
export interface PrepareServices {
  passwords: Passwords;
  secretBox: SecretBox;
  newKeyPair: NewKeyPair;
  ids: Ids;
  now: Date;
  selectionProblems: SelectionProblems;
  addressProblem: AddressProblem;
  sendTestEvent: SendTestEvent;
  sendTestMessage: SendTestMessage;
  testProvider: TestProvider;
  saml: SamlPreparation;
  canSend: CanSend;
  sendsWithoutConnector: SendsWithoutConnector;
  /** The base of all addresses of the platform. */
  publicUrl: string;
}
