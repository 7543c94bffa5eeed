import type { z } from 'zod';
import { platformActor } from '../../kernel/actor.ts';
import type { OutputShape, TypedOperation } from '../../kernel/operation.ts';
import type { Execute } from '../../kernel/types.ts';
import { reportConnectorFailure } from '../../operations/connectors/report-connector-failure.ts';
import { reportIdentityProviderFailure } from '../../operations/identity-providers/report-identity-provider-failure.ts';
import { retireSigningKey } from '../../operations/signing-keys/retire-signing-key.ts';
import { removeUserFactors } from '../../operations/users/remove-user-factors.ts';
import { rotateWebhookSecret } from '../../operations/webhooks/rotate-webhook-secret.ts';
import { setWebhookEnabled } from '../../operations/webhooks/set-webhook-enabled.ts';
import { updateWebhook } from '../../operations/webhooks/update-webhook.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import { sealedColumns } from '../../store/sealed/columns.ts';
import {
  lostConnectors,
  type LostFactors,
  lostFactors,
  lostIdentityProviders,
  lostSigningKeys,
  type LostWebhook,
  lostWebhooks,
} from '../../store/sealed/lost.ts';
import { sealAgain } from '../../store/sealed/seal-again.ts';
import { lostSecrets } from '../messages/connector-senders.ts';
import { platformOrigin } from '../platform-origin.ts';
import { counted } from './counted.ts';

interface Services {
  database: Database;
  secretBox: SecretBox;
  execute: Execute;
  ids: Ids;
  /** Whether to change anything. */
  isConfirmed: boolean;
  /** Prints a line. */
  print(line: string): void;
}

/**
 * Names what no key of SECRETS_KEY decrypts. Confirmed, it also makes the platform usable without: each change is an
 * operation with its events. People, passwords, roles and applications are not encrypted with it, and stay.
 */
export async function replaceLost(services: Services): Promise<void> {
  const { isConfirmed, print } = services;
  const losses = [
    await replaceSigningKeys(services),
    await disableWebhooks(services),
    await reportConnectors(services),
    await reportIdentityProviders(services),
    await removeFactors(services),
    await countOthers(services),
  ];
  if (!losses.some(Boolean)) print('SECRETS_KEY decrypts everything.');
  else if (!isConfirmed) print('Nothing was changed: add --confirm to do this.');
}

/** Prints what is lost, and what becomes of it. Returns how many there are. */
type Replace = (services: Services) => Promise<number>;

/** Runs an operation as the platform. */
const change = <Input extends z.ZodType, Output extends OutputShape>(
  { execute, ids }: Services,
  operation: TypedOperation<Input, Output>,
  input: z.input<Input>,
) => execute(operation, platformActor, input, platformOrigin(ids));

const replaceSigningKeys: Replace = async (services) => {
  const keys = await lostSigningKeys(services);
  for (const { id: signingKeyId, algorithm } of keys) {
    if (services.isConfirmed) await change(services, retireSigningKey, { signingKeyId });
    services.print(
      `signing key ${signingKeyId} (${algorithm}): withdrawn; a new one signs, and its tokens are refused`,
    );
  }
  return keys.length;
};

const disableWebhooks: Replace = async (services) => {
  const webhooks = await lostWebhooks(services);
  for (const webhook of webhooks) {
    if (services.isConfirmed) await disableWebhook(services, webhook);
    const lost = [
      ...(webhook.hasLostSecret ? ['its secret'] : []),
      ...webhook.headerNames.map((name) => `header ${name}`),
    ];
    const todo = [
      webhook.hasLostSecret ? 'rotate the secret' : undefined,
      webhook.headerNames.length ? 'set the headers' : undefined,
    ];
    const sentence = `${todo.filter(Boolean).join(', ')} and enable it`;
    services.print(`webhook ${webhook.name} (${webhook.id}), ${lost.join(', ')}: disabled; ${sentence}`);
  }
  return webhooks.length;
};

/** It gets a secret that is not shown, so that it can never send without a signature. */
async function disableWebhook(services: Services, { id: webhookId, hasLostSecret, headerNames }: LostWebhook) {
  await change(services, setWebhookEnabled, { webhookId, isEnabled: false });
  if (headerNames.length) await change(services, updateWebhook, { webhookId, headers: {} });
  if (hasLostSecret) await change(services, rotateWebhookSecret, { webhookId, overlapSeconds: 0 });
}

const reportConnectors: Replace = async (services) => {
  const connectors = await lostConnectors(services);
  for (const { id: connectorId, name, secretNames } of connectors) {
    if (services.isConfirmed) await change(services, reportConnectorFailure, { connectorId, error: lostSecrets });
    services.print(
      `connector ${name} (${connectorId}), ${secretNames.join(', ')}: sends nothing; set its secrets again`,
    );
  }
  return connectors.length;
};

const reportIdentityProviders: Replace = async (services) => {
  const providers = await lostIdentityProviders(services);
  for (const { id: identityProviderId, name, secretNames, protocol } of providers) {
    const isSaml = protocol === 'saml';
    const todo = isSaml ? 'set saml.signsRequests to true again for a new key' : 'set its secret again';
    const report = { identityProviderId, error: isSaml ? lostRequestKey : lostSecrets };
    if (services.isConfirmed) await change(services, reportIdentityProviderFailure, report);
    services.print(
      `identity provider ${name} (${identityProviderId}), ${secretNames.join(', ')}: cannot be used; ${todo}`,
    );
  }
  return providers.length;
};

const lostRequestKey =
  'The key that signs its requests cannot be decrypted: set saml.signsRequests to true again for a new one.';

const removeFactors: Replace = async (services) => {
  let people = 0;
  for await (const loss of lostFactors(services)) {
    people += 1;
    const { userId, factorIds, isUnprotectedAdministrator } = loss;
    if (services.isConfirmed && !isUnprotectedAdministrator)
      await change(services, removeUserFactors, { userId, factorIds });
    services.print(`${factorsOf(loss)}: ${isUnprotectedAdministrator ? keptForAdministrator : 'removed'}`);
  }
  return people;
};

// A stolen password of an administrator must not be enough for the whole platform.
const keptForAdministrator =
  'kept, so that the password alone does not let in an administrator; when the person is there, run remove-factors';

const factorsOf = ({ label, userId, apps, backupCodes }: LostFactors): string => {
  const lost = [
    ...(apps ? [counted(apps, 'authenticator app')] : []),
    ...(backupCodes ? [counted(backupCodes, 'backup code')] : []),
  ];
  return `${label} (${userId}), ${lost.join(', ')}`;
};

/** Records that end by themselves are only counted. */
const countOthers: Replace = async (services) => {
  let total = 0;
  for (const column of sealedColumns) {
    if (column.ends === undefined) continue;
    const { lost } = await sealAgain(column, { ...services, isDryRun: true, onProgress: () => {} });
    if (lost) services.print(`${column.content}, ${lost}: ${column.ends}`);
    total += lost;
  }
  return total;
};
