import { count } from '../../../words/en-numbers.ts';
import type { Widened } from '../../../words/widened.ts';

export const texts = {
  overview: {
    title: (name: string) => `Hello, ${name}`,
    steps: 'From nothing to the first exchange',
    resource: 'Register the API that is called, for example Payments',
    role: 'Put its scopes into a role',
    calling: "Register the API that calls the first one, for example Reports: people's tokens are for it",
    application: 'Create the backend of this API, with token exchange allowed',
    another: 'or connect another service',
    rules: (api: string | undefined, scopes: string) =>
      api === undefined
        ? 'Limit what it may exchange'
        : `Limit what it may exchange: only ${scopes ? `${scopes} at ${api}` : api}`,
    afterApplication: 'after a backend',
    away: 'Put away',
    noPermission: 'You hold no permission here.',
    noRights: 'There is nothing that you may see or do in this console until someone gives you a role.',
    findYou: 'You are found as',
    ended: 'Done: the first token was exchanged.',
    connectAnother: 'Connect another service',
    attention: 'What needs attention',
    nothing: (checked: readonly string[]) => `Checked, and in order: ${checked.join(', ')}.`,
    notRead: (areas: readonly string[]) => `Could not be checked: ${areas.join(', ')}.`,
    notYours: (areas: readonly string[]) => `Not checked, because you may not read it: ${areas.join(', ')}.`,
    checked: {
      webhooks: 'webhooks',
      connectors: 'connectors',
      identityProviders: 'identity providers',
      exchanges: 'exchanges since yesterday (counted once a minute)',
      jobs: 'jobs since yesterday',
      deletions: 'accounts that are to be deleted',
      keys: 'signing keys',
    },
    disabled: 'was disabled, because its endpoint failed.',
    failingConnector: 'fails to send:',
    failingProvider: 'fails to sign people in:',
    expiringCertificate: 'needs a new certificate: valid until',
    failedJob: 'has failed:',
    refusals: (number: number) =>
      number === 1
        ? '1 exchange was refused since yesterday.'
        : `${count.format(number)} exchanges were refused since yesterday.`,
    deletions: (number: number) =>
      number === 1
        ? '1 account is to be deleted, as its person has requested.'
        : `${count.format(number)} accounts are to be deleted, as their people have requested.`,
    oldKey: 'signs tokens with the same key since',
    latest: 'Latest changes',
    failing: 'is failing: its endpoint does not accept messages.',
    developers: 'For developers',
    graphql: 'GraphQL',
    rest: 'REST reference',
    schema: 'OpenAPI document',
    discovery: 'Discovery document',
    operations: 'Changes',
    version: (version: string) => `Mandate ${version}`,
    figures: 'Last 30 days',
    days: 'By day, in UTC. Each bar leads to what it counts.',
    counted: (time: string) => `Counted once a minute: the last minute or two are missing. Read at ${time}.`,
    all: (series: string) => `All of: ${series}`,
    series: {
      exchangesGranted: 'Exchanges granted',
      exchangesRefused: 'Exchanges refused',
      signIns: 'Sign-ins',
      refusedSignIns: 'Refused in sign-ins',
      usersCreated: 'New users',
      events: 'Events',
    },
  },
} as const;

export type Texts = Widened<typeof texts>;
