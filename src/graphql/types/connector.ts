import { presetOf, type PresetName, presetNames } from '../../vocabulary/connectors/connector-presets.ts';
import { connectorShape, httpSettingsShape, smtpSettingsShape } from '../../vocabulary/connectors/connector-shapes.ts';
import type {
  ConnectorDriver as Driver,
  ConnectorKind as Kind,
  HttpFormat as Format,
  SendStep,
  SmtpSecurity as Security,
} from '../../vocabulary/connectors/connectors.ts';
import { readableWith } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { outputTypeOf } from '../schema/outputs.ts';
import { describedBy, exposeShape } from '../schema/shapes.ts';
import { Named, Node } from './node.ts';

textEnum<Kind>('ConnectorKind', 'What a connector sends.', {
  email: 'Email.',
  sms: 'Text messages to phone numbers.',
});

textEnum<Driver>('ConnectorDriver', 'How a connector sends.', {
  smtp: 'By SMTP (RFC 5321).',
  http: 'By an HTTP request for each message.',
});

textEnum<Security>('SmtpSecurity', 'Encryption of SMTP connections.', {
  starttls: 'STARTTLS (RFC 3207), usually on port 587. A server that does not offer it is refused.',
  tls: 'TLS from the start (RFC 8314), usually on port 465.',
  none: 'No encryption. Codes and links are sent in plain text.',
});

textEnum<Format>('HttpFormat', 'Media type of HTTP requests.', {
  json: '`application/json`.',
  form: '`application/x-www-form-urlencoded`.',
});

textEnum<SendStep>('SendStep', 'Step at which sending a message failed.', {
  refused: 'The address is not allowed.',
  dns: 'The host name could not be resolved.',
  connect: 'The connection failed.',
  tls: 'The connection could not be secured by TLS.',
  timeout: 'There was no complete response in time.',
  authentication: 'The server refused the user name or password, or requires them.',
  envelope: 'The server refused the sender or the recipient.',
  content: 'The server refused the message.',
  protocol: 'The server violated the protocol.',
  body: 'The response was cut off or is not valid.',
  status: 'The endpoint answered with a status other than 2xx.',
});

const meaningOf = (name: PresetName): string => {
  const { label, url, credentials } = presetOf(name);
  return `${label}: ${url}. Credentials: ${credentials}`;
};
textEnum<PresetName>(
  'ConnectorPreset',
  'Services whose requests are known, with their URLs and where their credentials go.',
  Object.fromEntries(presetNames.map((name) => [name, meaningOf(name)])) as Record<PresetName, string>,
);

const SmtpSettings = outputTypeOf(smtpSettingsShape, 'SmtpSettings', smtpSettingsShape.description);
const HttpSettings = outputTypeOf(httpSettingsShape, 'HttpSettings', httpSettingsShape.description);

export const Connector = builder.prismaObject('Connector', {
  interfaces: [Node, Named],
  select: { id: true },
  description: 'A service that sends email or SMS. Requires the permission connectors:read.',
  authScopes: readableWith('connectors:read'),
  fields: (t) => ({
    ...exposeShape(t, connectorShape),
    smtp: t.field({
      type: SmtpSettings,
      ...describedBy(connectorShape.shape.smtp),
      select: { driver: true, settings: true },
      resolve: ({ driver, settings }) => (driver === 'smtp' ? (settings as Record<string, unknown>) : null),
    }),
    http: t.field({
      type: HttpSettings,
      ...describedBy(connectorShape.shape.http),
      select: { driver: true, settings: true },
      resolve: ({ driver, settings }) => (driver === 'http' ? (settings as Record<string, unknown>) : null),
    }),
  }),
});
