import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { limitKey, limitKeyPurpose } from '../../src/domain/flow/secrets.ts';
import { assignPositions } from '../../src/store/event-positions.ts';
import { createSecretBox, type SecretBox } from '../../src/platform/crypto/secret-box.ts';
import { insertRows } from './records/insert-rows.ts';
import type { TestKernel } from './kernel.ts';
import { rowsOf } from './records/rows-of-records.ts';

/** The SECRETS_KEY of tests. */
export const testSecretBox = createSecretBox([Buffer.alloc(32, 7)]);

let allRecords = 0;

/** Key of the limit of a user's passwords, with the SECRETS_KEY of kernels in tests. */
const limitOf = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(limitKey(testSecretBox.derive(limitKeyPurpose), 'password', { userId }));

const newRecords = (n: number, now: Date) => ({
  /** Distinguishes the names of this fixture from those of others. */
  n,
  user: ids.next('user'),
  other: ids.next('user'),
  role: ids.next('role'),
  otherRole: ids.next('role'),
  resource: ids.next('apiResource'),
  scope: ids.next('scope'),
  otherScope: ids.next('scope'),
  builtIn: ids.next('apiResource'),
  builtInScope: ids.next('scope'),
  application: ids.next('application'),
  service: ids.next('application'),
  browser: ids.next('application'),
  /** An application that may exchange tokens, also for the Management API. */
  backend: ids.next('application'),
  secret: ids.next('applicationSecret'),
  organization: ids.next('organization'),
  organizationRole: ids.next('organizationRole'),
  otherOrganizationRole: ids.next('organizationRole'),
  organizationScope: ids.next('organizationScope'),
  otherOrganizationScope: ids.next('organizationScope'),
  /** An authenticator app of the user. */
  factor: ids.next('factor'),
  /** A domain of the organization, with the organization role. */
  domain: `domain-${n}.example`,
  /** A session of the user in the application. */
  session: `session-${n}`,
  /** The grant with which "other" acts as the user, through the backend. */
  impersonation: `grant-${n}`,
  /** A browser of the user. */
  device: ids.next('device'),
  /** An attempt to sign in as the user, with a wrong password. */
  signInAttempt: ids.next('signInAttempt'),
  /** A mail to the user that was sent. */
  message: ids.next('message'),
  /** A one-time token of the user. */
  oneTimeToken: ids.next('oneTimeToken'),
  /** A job that no process runs. */
  job: ids.next('job'),
  /** An invitation for "other" to the organization, with the organization role. */
  invitation: ids.next('organizationInvitation'),
  /** The ES256 key that signs. */
  signingKey: ids.next('signingKey'),
  /** A disabled connector of the driver `smtp`. */
  connector: ids.next('connector'),
  /** A disabled identity provider of the preset `oidc`, whose people join the organization with the role. */
  identityProvider: ids.next('identityProvider'),
  /** An identity of the user. */
  identity: ids.next('userIdentity'),
  /** A sign-in experience that no application has. */
  signInExperience: ids.next('signInExperience'),
  webhook: ids.next('webhook'),
  /** A failed delivery of an old event. */
  delivery: ids.next('webhookDelivery'),
  givenUpAt: now,
  toldEvent: ids.next('event'),
  untoldEvent: ids.next('event'),
});

/** Ids of related records, created for one test. The "other" ones are not related. */
export type Records = ReturnType<typeof newRecords>;

export async function makeRecords({
  database,
  now,
  secretBox = testSecretBox,
}: Pick<TestKernel, 'database' | 'now'> & { secretBox?: SecretBox }) {
  const records = newRecords(++allRecords, now());
  // At most one connector of a kind is enabled. A test of this fixture must not replace that of an earlier one.
  await database.pool.query('UPDATE connectors SET is_enabled = false, updated_at = now()');
  await insertRows(database, rowsOf(records, { now: now(), secretBox, limitKey: limitOf(records.user) }));
  // As if everything was sent.
  await assignPositions(database);
  await database.pool.query('UPDATE webhooks SET cursor = (SELECT position FROM event_head)');
  return records;
}
