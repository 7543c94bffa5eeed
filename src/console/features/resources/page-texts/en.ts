import type { Widened } from '../../../words/widened.ts';

export const texts = {
  served: 'Served by',
  servedText: 'The applications that serve this API: they receive its tokens, and may exchange them further.',
  servedNone:
    'No application serves this API. One that does can introspect its tokens, and can be limited to exchanging only them.',
  builtIn: 'The platform serves it.',
  add: 'Add an application',
  remove: 'Remove',
  reached: 'Reached by',
  some: {
    both: 'Applications that exchanged tokens for it in 30 days (UTC), and those whose rules name it. An application without a rule for API resources may do so as well.',
    used: 'Applications that exchanged tokens for it in 30 days (UTC).',
    rules: 'Applications whose rules name it. An application without a rule for API resources may reach it as well.',
  },
  none: {
    both: 'In 30 days, no exchange for it is recorded, and no application has rules that name it.',
    used: 'In 30 days, no exchange for it is recorded.',
    rules: 'No application has rules that name it.',
  },
  unread: 'What was exchanged is not shown: it requires exchanges:read.',
  unreadRules: 'What rules name it is not shown: it requires applications:read.',
  mayAll: 'Applications that may exchange tokens',
  exchanges: 'Its exchanges',
  granted: 'In 30 days',
  refused: 'Refused',
  scopes: 'Granted scopes',
  last: 'Last',
  rules: 'Rules',
  rule: {
    every: 'allow every API',
    named: 'allow it',
    unused: 'allow it, not used',
    unnamed: 'do not allow it',
    scopeless: 'allow it, but none of its scopes',
  },
  noRole: 'No role has it.',
  newRole: 'Create a role',
  addToRole: 'Add to a role',
  more: 'There are more applications whose rules name it.',
} as const;

export type Texts = Widened<typeof texts>;
