import type { Widened } from '../../../words/widened.ts';

export const texts = {
  connectors: {
    title: 'Connectors',
    empty: 'Without a connector, mails and SMS of this machine are in the inbox. Create one for SMTP or HTTP.',
    create: 'New connector',
    kind: 'Kind',
    success: 'Last success',
    failure: 'Last failure',
    error: 'Last error',
    test: 'Test',
    toggle: 'Enable or disable',
    settings: 'Settings',
    address: 'Address',
    sender: 'Sender',
    secrets: 'Secrets',
    testText: 'It is sent at once, also while the connector is disabled. The answer shows which step failed.',
    recipients: { EMAIL: 'Email address', SMS: 'Phone number, such as +491701234567' },
    tests: 'Earlier tests',
    noTests: 'No test yet.',
    accepted: 'accepted',
    failedAt: (step: string) => `failed: ${step}`,
    tabs: { settings: 'Settings', test: 'Test' },
    notSent: 'It has sent no message in the last seven days.',
  },
  messages: {
    sent: 'Sent',
    attempts: 'Attempts',
    title: 'Messages',
    empty: 'No mail or SMS was sent yet.',
    recipient: 'Recipient',
    template: 'Message',
  },
} as const;

export type Texts = Widened<typeof texts>;
