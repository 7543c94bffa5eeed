import type { ConnectorKind, HttpFormat } from './connectors.ts';

/** The form of HTTP requests that a service expects. */
interface ConnectorPreset {
  /** Name of the service. */
  label: string;
  kind: ConnectorKind;
  /** URL; parts in braces are those of the customer, so the URL must be given. */
  url: string;
  format: HttpFormat;
  /** Template of the request body. */
  body: Record<string, unknown>;
  /** The place of the credentials of the service. */
  credentials: string;
}

/** Services whose requests are known, so that a connector only needs credentials and a sender. */
const connectorPresets = {
  twilio: {
    label: 'Twilio',
    kind: 'sms',
    url: 'https://api.twilio.com/2010-04-01/Accounts/{account SID}/Messages.json',
    format: 'form',
    body: { To: '{{to}}', From: '{{sender}}', Body: '{{text}}' },
    credentials: 'Account SID as `username`, auth token as `password`.',
  },
  telnyx: {
    label: 'Telnyx',
    kind: 'sms',
    url: 'https://api.telnyx.com/v2/messages',
    format: 'json',
    body: { to: '{{to}}', from: '{{sender}}', text: '{{text}}' },
    credentials: '`Authorization: Bearer` with the API key in `headers`.',
  },
  plivo: {
    label: 'Plivo',
    kind: 'sms',
    url: 'https://api.plivo.com/v1/Account/{auth ID}/Message/',
    format: 'json',
    body: { dst: '{{to}}', src: '{{sender}}', text: '{{text}}' },
    credentials: 'Auth ID as `username`, auth token as `password`.',
  },
  mailgun: {
    label: 'Mailgun',
    kind: 'email',
    url: 'https://api.mailgun.net/v3/{domain}/messages',
    format: 'form',
    body: { to: '{{to}}', from: '{{sender}}', subject: '{{subject}}', text: '{{text}}', html: '{{html}}' },
    credentials: '`api` as `username`, the API key as `password`.',
  },
  postmark: {
    label: 'Postmark',
    kind: 'email',
    url: 'https://api.postmarkapp.com/email',
    format: 'json',
    body: {
      To: '{{to}}',
      From: '{{sender}}',
      Subject: '{{subject}}',
      TextBody: '{{text}}',
      HtmlBody: '{{html}}',
    },
    credentials: '`X-Postmark-Server-Token` in `headers`.',
  },
  resend: {
    label: 'Resend',
    kind: 'email',
    url: 'https://api.resend.com/emails',
    format: 'json',
    body: { to: '{{to}}', from: '{{sender}}', subject: '{{subject}}', text: '{{text}}', html: '{{html}}' },
    credentials: '`Authorization: Bearer` with the API key in `headers`.',
  },
  sendgrid: {
    label: 'SendGrid',
    kind: 'email',
    url: 'https://api.sendgrid.com/v3/mail/send',
    format: 'json',
    body: {
      personalizations: [{ to: [{ email: '{{to}}' }] }],
      from: { email: '{{sender}}' },
      subject: '{{subject}}',
      content: [
        { type: 'text/plain', value: '{{text}}' },
        { type: 'text/html', value: '{{html}}' },
      ],
    },
    credentials: '`Authorization: Bearer` with the API key in `headers`.',
  },
} as const satisfies Record<string, ConnectorPreset>;

export type PresetName = keyof typeof connectorPresets;
export const presetNames = Object.keys(connectorPresets) as PresetName[];

export const presetOf = (name: PresetName): ConnectorPreset => connectorPresets[name];
