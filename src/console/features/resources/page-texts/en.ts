import type { Widened } from '../../../words/widened.ts';

export const texts = {
  served: 'Served by',
  servedText: 'The applications that are this API: they receive its tokens, and may exchange them further.',
  servedNone:
    'No application is set as this API. One that is can introspect its tokens, and be restricted to exchanging them.',
  builtIn: 'The platform serves it.',
  add: 'Add an application',
  remove: 'Remove',
  tooMany: 'It serves more than 100 API resources',
  reached: 'Reached by',
  reachedText:
    'Applications that exchanged tokens for it in 30 days (UTC), and those whose rules name it. An application without a rule for API resources may do so as well.',
  reachedNone: 'In 30 days, no application exchanged a token for it, and none has rules that name it.',
  unread: 'What was exchanged is not shown: it requires exchanges:read.',
  mayAll: 'Applications that may exchange tokens',
  exchanges: 'Its exchanges',
  granted: 'In 30 days',
  refused: 'Refused',
  scopes: 'Granted scopes',
  last: 'Last',
  rules: 'Rules',
  named: 'name it',
  unused: 'name it, not used',
  unnamed: 'do not name it',
  more: 'There are more applications whose rules name it.',
} as const;

export type Texts = Widened<typeof texts>;
