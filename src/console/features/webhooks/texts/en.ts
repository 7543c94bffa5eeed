import { count, percent } from '../../../words/en-numbers.ts';
import type { Widened } from '../../../words/widened.ts';

export const texts = {
  webhooks: {
    title: 'Webhooks',
    empty: 'A webhook sends events to an address of yours. Create the first one.',
    create: 'New webhook',
    url: 'Address',
    day: 'Last 24 hours',
    stats: (delivered: number, failed: number, retrying: number) =>
      `${count.format(delivered)} delivered, ${count.format(failed)} failed${
        retrying > 0 ? `, ${count.format(retrying)} pending after a failure` : ''
      }`,
    types: 'Event types',
    all: 'all',
    test: 'Test',
    resendFailed: 'Send failed ones',
    failing: 'Failing',
    lastError: 'The last attempt failed:',
    givenUp: 'It was disabled, because every attempt failed or the endpoint is gone.',
    missing: 'Some events have failed for good',
    missingSince: 'The first one happened',
    recovered: 'It works again.',
    sendAll: 'Send all since the first failure',
    undelivered: (number: number, text: string) =>
      number === 1 ? '1 event has not arrived.' : `${text} events have not arrived.`,
    attempts: 'Attempts, newest first',
    nextAttempt: 'Next attempt',
    seeAttempt: 'See the attempt',
    tryNow: 'Try now',
    sendsItself: 'Once an attempt succeeds, everything that is pending or waiting is sent by itself.',
    sendsEnabled: 'It is disabled: what is pending is sent after it is enabled.',
    resendMissing: 'Send missing ones',
    backfill: 'Send earlier events',
    rotate: 'Rotate the secret',
    none: 'No delivery yet.',
    success: (rate: number) => percent.format(rate),
    filter: 'What it sends',
    disabledReason: 'Disabled because',
    failingSince: 'Failing since',
    pausedUntil: 'Paused until',
    headers: 'Headers of your own',
    ordering: 'A failing delivery blocks later ones about its record for',
    kinds: 'Kinds of records',
    excluded: 'Except events caused by',
    data: 'Data',
    wholeData: 'the complete data of each event',
    tabs: { settings: 'Settings', secret: 'Secret', test: 'Test' },
  },
  deliveries: {
    finds: 'id of an event or record',
    failure: 'Failure',
    httpStatus: 'HTTP status',
    webhook: 'Webhook',
    event: 'Event',
    again: 'Sent again',
    lastAttempt: 'Last attempt',
    previous: 'Preceding event of the same record',
    next: 'Next attempt',
    sent: 'Headers that were sent',
    answered: 'Response',
    body: 'Body that was sent',
    nextBody: 'Body that would be sent',
    otherBody: 'Another body was sent than at the last attempt, because the selection had changed.',
    missingBody: {
      EVENT_REMOVED: 'The event was removed because of its age.',
      CHANGED: 'The event would be sent differently today, because the platform has changed.',
    },
  },
} as const;

export type Texts = Widened<typeof texts>;
