import { z } from 'zod';
import { presetNames } from '../../vocabulary/connectors/connector-presets.ts';
import { connectorKind, httpSettingsShape, smtpSettingsShape } from '../../vocabulary/connectors/connector-shapes.ts';
import { httpFormats, smtpSecurities } from '../../vocabulary/connectors/connectors.ts';
import { emailSchema } from '../people/identifiers.ts';
import { jsonObjectSchema } from '../json.ts';
import { isStorable, nameSchema, textSchema, unstorable, webAddressSchema } from '../text.ts';
import { headersSchema } from '../webhooks/webhook-headers.ts';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { describedLike, examples } from '../../vocabulary/shape-parts.ts';

const maxBodyBytes = 8192;
const singleLine = /^\P{Cc}*$/u;
const line = (max: number) => textSchema(max).min(1, 'Must not be empty.').regex(singleLine, 'Must be a single line.');
/** A secret; not trimmed. */
const secret = (max: number) =>
  z
    .string()
    .min(1, 'Must not be empty.')
    .max(max)
    .regex(singleLine, 'Must be a single line.')
    .refine(isStorable, unstorable);

const username = line(256).regex(/^[^:]*$/, 'Must not contain a colon.');
/** RFC 1123 §2.1, or an IP address. */
const host = z
  .string()
  .trim()
  .max(253)
  .regex(/^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*|[a-f\d:]+:[a-f\d:.]*)$/i, {
    message: 'Must be a host name or an IP address, without a port.',
  });

const { shape: ofSmtp } = smtpSettingsShape;
const smtp = {
  host: describedLike(ofSmtp.host, host),
  port: describedLike(ofSmtp.port, z.int().min(1).max(65_535)),
  security: z.enum(smtpSecurities).describe('Encryption of the connection. Credentials require `starttls` or `tls`.'),
  username: username.describe('User name for authentication; requires the secret `password`.'),
  senderName: describedLike(ofSmtp.senderName, nameSchema),
  senderAddress: describedLike(ofSmtp.senderAddress, emailSchema),
};

export const createSmtpSettings = z
  .strictObject({
    host: smtp.host,
    port: smtp.port.default(587),
    security: smtp.security.default('starttls'),
    username: smtp.username.nullish(),
    senderName: smtp.senderName,
    senderAddress: smtp.senderAddress,
  })
  .meta({ id: 'CreateSmtpSettingsInput', description: 'Settings of the driver `smtp`, for a new connector.' });

export const updateSmtpSettings = z
  .strictObject({
    host: smtp.host.optional(),
    port: smtp.port.optional(),
    security: smtp.security.optional(),
    username: smtp.username.nullish(),
    senderName: smtp.senderName.optional(),
    senderAddress: smtp.senderAddress.optional(),
  })
  .meta({ id: 'UpdateSmtpSettingsInput', description: 'New values of settings. Omitted settings keep their values.' });

const http = {
  url: webAddressSchema
    .refine((text) => !text.includes('#'), 'Must not have a fragment.')
    .meta({ format: 'uri' })
    .describe('URL that receives each message by POST. The event log contains it: put secrets in a header.'),
  format: describedLike(httpSettingsShape.shape.format, z.enum(httpFormats)),
  body: jsonObjectSchema
    .refine((body) => JSON.stringify(body).length <= maxBodyBytes, `Must be at most ${maxBodyBytes} bytes of JSON.`)
    .describe(
      'Template of the request body. `{{to}}`, `{{text}}`, `{{subject}}`, `{{html}}`, `{{sender}}`, `{{id}}`, `{{template}}` and `{{language}}` are replaced within its strings.',
    ),
  username: username.describe('User name for Basic authentication; requires the secret `password`.'),
  sender: line(256).describe('Value of `{{sender}}`: a phone number, a name or an address.'),
};

export const createHttpSettings = z
  .strictObject({
    url: http.url.nullish(),
    preset: z
      .enum(presetNames)
      .nullish()
      .describe('Service whose URL, format and body are used where they are omitted.'),
    format: http.format.nullish(),
    body: http.body.nullish(),
    username: http.username.nullish(),
    sender: http.sender.nullish(),
  })
  .meta({ id: 'CreateHttpSettingsInput', description: 'Settings of the driver `http`, for a new connector.' });

export const updateHttpSettings = z
  .strictObject({
    url: http.url.optional(),
    format: http.format.optional(),
    body: http.body.optional(),
    username: http.username.nullish(),
    sender: http.sender.nullish(),
  })
  .meta({ id: 'UpdateHttpSettingsInput', description: 'New values of settings. Omitted settings keep their values.' });

export const connectorSecrets = z
  .strictObject({
    password: secret(1024)
      .register(fieldFacts, { widget: 'password' })
      .nullish()
      .describe('Password for the `username`. Null removes it.'),
    signingSecret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'Must be `whsec_` and 24 to 64 bytes in base64.')
      .register(fieldFacts, { widget: 'password' })
      .nullish()
      .describe('Secret that signs requests as Standard Webhooks, `whsec_…`. Null removes it.'),
    headers: headersSchema
      .nullish()
      .describe('Headers of each request, by name. They replace all earlier ones; null removes them.'),
  })
  .meta({ id: 'ConnectorSecretsInput', description: 'Secrets. They are stored encrypted and never returned.' })
  .register(fieldFacts, { isSecret: true })
  .register(examples, { example: { password: 'the-password-of-the-relay' } });
export type ConnectorSecrets = z.output<typeof connectorSecrets>;

/** The settings of a connector in inputs. */
export const connectorSettings = {
  kind: connectorKind.describe('What the connector sends.'),
  name: nameSchema.describe('Name of the connector.'),
} as const;
