/** The kinds of messages that a connector sends. */
export const connectorKinds = ['email', 'sms'] as const;
export type ConnectorKind = (typeof connectorKinds)[number];

/** The drivers of connectors. The settings of a driver are in the field with its name. */
export const connectorDrivers = ['smtp', 'http'] as const;
export type ConnectorDriver = (typeof connectorDrivers)[number];

/** Encryption of SMTP connections. */
export const smtpSecurities = ['starttls', 'tls', 'none'] as const;
export type SmtpSecurity = (typeof smtpSecurities)[number];

/** Media types of HTTP requests. */
export const httpFormats = ['json', 'form'] as const;
export type HttpFormat = (typeof httpFormats)[number];

/** Steps at which sending a message can fail. */
export const sendSteps = [
  'refused',
  'dns',
  'connect',
  'tls',
  'timeout',
  'authentication',
  'envelope',
  'content',
  'protocol',
  'body',
  'status',
] as const;
export type SendStep = (typeof sendSteps)[number];
