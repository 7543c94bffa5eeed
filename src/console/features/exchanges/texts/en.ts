import { count } from '../../../words/en-numbers.ts';
import type { Widened } from '../../../words/widened.ts';

export const texts = {
  title: 'Token exchange',
  empty: 'No token exchange yet. Each one shows who acted for whom, or why it was refused.',
  finds: 'Id of an exchange, a person, an application, an API resource or an organization',
  notRead: 'unknown: refused before it was read',
  noSuchApi: 'an unknown API resource',
  at: 'When',
  outcomes: { GRANTED: 'granted', REFUSED: 'refused' },
  grantedLess: (less: number) => `granted, ${count.format(less)} ${less === 1 ? 'scope' : 'scopes'} less`,
  by: 'By',
  from: 'Token obtained by',
  forPerson: 'For',
  impersonator: 'Administrator who acts as this person',
  api: 'API resource',
  organization: 'Confined to',
  scopes: 'Granted scopes',
  result: 'Scopes, or why not',
  requested: 'Requested scopes',
  all: 'none in particular',
  none: 'none',
  actors: 'Actors, the last first',
  reason: 'Reason',
  why: 'Why',
  rules: 'Rules of the application',
  answer: 'Response',
  decidedAt: 'Decided after event number',
  trace: 'Trace',
  transaction: 'Transaction',
  chain: 'Chain',
  chainText: 'Only exchanges that you may read. An exchange is below the one that issued its token.',
  chainIsLong: 'These are the newest 100: this exchange may not be among them.',
  wholeChain: 'All of them',
  explain: 'Explain it as of now',
  leftOut: 'Requested, but not granted',
  whyNot: (names: readonly string[]) =>
    names.length === 1
      ? `Why was ${names[0]} not granted?`
      : `Why were ${count.format(names.length)} scopes not granted?`,
  off: 'Token exchanges are not recorded now (EXCHANGE_LEDGER=off). The ledger shows earlier ones.',
  causes: { ENDED: 'A process ended before it recorded its last ones', LOST: 'Some were lost', OFF: 'Not recorded' },
  atMost: (number: string) => `at most ${number}`,
  until: 'until',
  gaps: 'Exchanges may be missing',
  unknown:
    'There is no such exchange: it is older than the ledger keeps, or was never recorded, or you may not read it.',
  actedFor: 'Acted for this person in 30 days',
  actedForNone: 'No application has obtained a token for this person in 30 days, as far as it is recorded.',
  newest: 'Only the newest 20,000 of this person are counted.',
  times: 'Tokens',
  last: 'Last',
  first: 'First',
  show: 'Show them',
  showAll: 'All of this person',
} as const;

export type Texts = Widened<typeof texts>;
