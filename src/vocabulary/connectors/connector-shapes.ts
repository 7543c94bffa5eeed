import { z } from 'zod';
import { presetNames } from './connector-presets.ts';
import { connectorDrivers, connectorKinds, httpFormats, smtpSecurities } from './connectors.ts';
import { email, exampleTimes, field, ownId, time, timestamps, typeNames, url } from '../shape-parts.ts';

/** Enums are named, because another one may have the same values. */
export const connectorKind = z.enum(connectorKinds).register(typeNames, { typeName: 'ConnectorKind' });
const connectorDriver = z.enum(connectorDrivers).register(typeNames, { typeName: 'ConnectorDriver' });

export const smtpSettingsShape = z
  .strictObject({
    host: z
      .string()
      .describe('Host name or IP address of the server.')
      .meta({ examples: ['smtp.example.com'] }),
    port: z
      .int()
      .describe('TCP port.')
      .meta({ examples: [587] }),
    security: z.enum(smtpSecurities).describe('Encryption of the connection.'),
    username: z
      .string()
      .nullable()
      .describe('User name for authentication; null without authentication.')
      .meta({ examples: ['mandate'] }),
    senderName: z
      .string()
      .describe('Name in `From`.')
      .meta({ examples: ['Example Inc.'] }),
    senderAddress: email.describe('Address in `From`.').meta({ examples: ['no-reply@example.com'] }),
  })
  .meta({ id: 'SmtpSettings', description: 'Settings of the driver `smtp`.' });
export type SmtpSettings = z.output<typeof smtpSettingsShape>;

export const httpSettingsShape = z
  .strictObject({
    url: url.describe('URL that receives each message by POST.').meta({ examples: ['https://sms.example.com/send'] }),
    preset: z
      .enum(presetNames)
      .nullable()
      .describe('Preset from which it was created; null without one.')
      .meta({ examples: [null] }),
    format: z.enum(httpFormats).describe('Media type of the request body.'),
    body: z
      .record(z.string(), z.unknown())
      .describe('Template of the request body.')
      .meta({ examples: [{ to: '{{to}}', text: '{{text}}' }] }),
    username: z
      .string()
      .nullable()
      .describe('User name for Basic authentication (RFC 7617); null without it.')
      .meta({ examples: [null] }),
    sender: z
      .string()
      .nullable()
      .describe('Value of `{{sender}}`; null if there is none.')
      .meta({ examples: ['+441632960000'] }),
  })
  .meta({ id: 'HttpSettings', description: 'Settings of the driver `http`.' });
export type HttpSettings = z.output<typeof httpSettingsShape>;

export const connectorShape = z
  .strictObject({
    id: ownId('connector'),
    kind: field(connectorKind, 'What it sends.', 'email'),
    driver: field(connectorDriver, 'How it sends.', 'smtp'),
    name: field(z.string(), 'Display name.', 'Mail relay'),
    smtp: smtpSettingsShape.nullable().describe('Settings of the SMTP driver; null with another driver.'),
    http: field(httpSettingsShape.nullable(), 'Settings of the HTTP driver; null with another driver.', null),
    secretNames: field(
      z.array(z.string()),
      'Names of the secrets that are set, such as `password` or `headers.Authorization`. Their values are never returned.',
      ['password'],
    ),
    isEnabled: field(
      z.boolean(),
      'Whether it sends the messages of its kind. At most one connector of a kind is enabled.',
      true,
    ),
    lastError: field(
      z.string().nullable(),
      'Why the last message was not sent; null if it was, or if the settings have changed since.',
      null,
    ),
    lastFailedAt: field(time.nullable(), 'Time of the last failure; null if there was none.', null),
    lastSucceededAt: field(
      time.nullable(),
      'Time of the last message that was sent, accurate to a minute; null if there was none.',
      exampleTimes.now,
    ),
    ...timestamps,
  })
  .meta({ id: 'ConnectorSnapshot', description: 'A connector at the time of an event, without its secrets.' });
