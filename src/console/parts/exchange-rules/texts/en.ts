import { count } from '../../../words/en-numbers.ts';
import type { Widened } from '../../../words/widened.ts';

const exchanges = (number: number): string => (number === 1 ? '1 exchange' : `${count.format(number)} exchanges`);

export const texts = {
  title: 'Rules',
  intro: 'They narrow what it can exchange, beside what the person holds. A rule that is off restricts nothing.',
  off: 'off',
  edit: 'Edit rules',
  editServed: 'Change what it serves',
  why: 'Why is an exchange refused?',
  meaning: 'What the rules mean',
  exchanges: 'Its exchanges',
  rules: {
    targets: 'API resources',
    audience: 'Tokens',
    scopes: 'Scopes',
    organization: 'Organization',
    signIn: 'Sign-in',
  },
  ifOff: {
    targets: 'It can exchange for every API resource, and get every scope that the person holds there.',
    audience: 'It can exchange every token of a person, also one that was sent to another API.',
    scopes: 'It can get scopes that the person holds, also if the token does not carry them.',
    organization: 'Its exchanges can name an organization, or none.',
    signIn: 'The person can have signed in long ago, and with one factor.',
  },
  ifOn: {
    targets: 'It can exchange for these only:',
    noTarget: 'It can exchange for none: each exchange is refused.',
    audience: 'It can exchange only tokens that were sent to it: those for an API resource that it serves.',
    scopes: 'It can get only scopes that the token carries, by name or by a mapping.',
    organization: 'Each exchange must name one.',
    organizations: 'Each exchange must name one of these:',
    age: (duration: string) => `The person must have signed in at most ${duration} ago.`,
  },
  levels: {
    URN_MANDATE_LEVEL_1: 'The person must have signed in with a factor.',
    URN_MANDATE_LEVEL_2: 'The person must have signed in with two factors, or with a passkey.',
    PHR: 'The person must have signed in with a passkey.',
  },
  level: 'How the person must have signed in',
  anyLevel: 'in any way',
  shortLevels: {
    URN_MANDATE_LEVEL_1: 'with a factor',
    URN_MANDATE_LEVEL_2: 'with two factors, or with a passkey',
    PHR: 'with a passkey',
  },
  serves: 'It serves',
  servesNone: 'It serves no API resource.',
  servedObstacles: {
    tooMany: 'It serves more than 100 API resources: change them through the API.',
    unread: 'What it serves could not be read. Try again.',
  },
  refusesAll: 'It serves no API resource, so each exchange is refused.',
  allScopes: 'all scopes',
  usedTimes: (number: number) => `${exchanges(number)} in 30 days`,
  notUsed: 'not used in 30 days',
  restrict: 'Restrict to what was used',
  onlyFor: (name: string) => `Only for ${name}`,
  onlyForSome: 'Only for certain API resources',
  used: (number: number, apis: number) =>
    `In 30 days (UTC), it was granted ${exchanges(number)}, for ${apis === 1 ? '1 API resource' : `${count.format(apis)} API resources`}.`,
  nothingUsed: 'It has exchanged nothing in 30 days, so there is nothing to fill in from its use.',
  neverRecorded: 'Exchanges are not recorded (EXCHANGE_LEDGER=off), so it is unknown what it has used.',
  isRestricted: 'Its rules name nothing else.',
  isRestrictedToApis: 'Its rules name no other API resource, but allow all scopes of some.',
  tooMany: 'It has used more API resources and scopes than rules take.',
  byHand: {
    unscoped: 'It exchanged tokens without scopes, or from before scopes were summed up, for:',
    tooWide: 'It got more scopes than a rule takes (100, or 8,192 characters) of:',
    choose:
      'Their scopes have to be chosen by hand: the proposal leaves a present rule for them as it is, and adds none.',
  },
  incomplete: {
    title: 'Some of its exchanges may be missing here.',
    off: 'Exchanges are not recorded now (EXCHANGE_LEDGER=off).',
    since: 'They are recorded since',
    gaps: (number: number) =>
      number === 1 ? 'The ledger has a gap in this time.' : `The ledger has ${count.format(number)} gaps in this time.`,
    show: 'Show them',
    cut: 'Only its most frequent exchanges are summed up.',
    deleted: 'Some were for an API resource that is deleted.',
  },
  form: {
    every: 'Every API resource',
    only: 'Only these',
    choose: 'API resources for which it can exchange tokens',
    scopesOf: (name: string) => `Scopes of ${name}`,
    scopesText: 'Leave it empty, and it can get all scopes that the person holds.',
    scopesOfToken: 'Leave it empty, and it can get all scopes that the token carries.',
    noSuchScope: (api: string) => `${api} has no scope`,
    mappings: 'Mappings',
    mappingsText: 'Scopes that a token carries under another name.',
    carried: 'The token carries',
    allows: 'It can get',
    addMapping: 'Add a mapping',
    removeMapping: (number: number) => `Remove mapping ${number}`,
    fill: 'Fill in what was used',
    audience: 'Only tokens that were sent to it',
    scopes: 'Never more scopes than the token carries',
    scopesRuleText: 'A scope counts if the token has it under the same name, or under the name of a mapping above.',
    organization: 'Each exchange must name an organization',
    organizations: 'One of these organizations',
    organizationsText: 'Without one, any.',
    more: 'Organization and sign-in',
    age: 'How long ago the person may have signed in, at most',
    unreadable: 'You may not read its rules, so you cannot replace them.',
  },
  check: {
    title: 'What it has used in 30 days',
    proposal: 'Proposal: these are the API resources and scopes that it was granted in 30 days (UTC), and no others.',
    proposalInPart:
      'Proposal: these are the API resources and scopes that it was granted in 30 days (UTC), but for those below.',
    fine: (number: number) =>
      number === 1 ? 'Its 1 exchange would not be refused.' : `Of ${exchanges(number)}, none would be refused.`,
    noneSeen: (number: number) =>
      number === 1
        ? 'As far as they can be checked, its 1 exchange would not be refused.'
        : `As far as they can be checked, none of ${exchanges(number)} would be refused.`,
    losses: 'These rules would refuse what it uses now:',
    refused: (number: number) => `At least ${exchanges(number)} would be refused.`,
    scopes: 'It would no longer get',
    undecided: (rules: string) => `These rules cannot be checked against past use: ${rules}.`,
    unknownScopes:
      'Of some exchanges, no scopes are recorded, or only the first 200 of a day: the others were not compared.',
    parts: {
      targets: 'the scopes of API resources',
      audience: 'only tokens that were sent to it',
      scopes: 'never more scopes than the token carries',
      organization: 'the organization',
      signIn: 'the sign-in',
    },
  },
  change: {
    every: 'every API resource',
    only: (number: number) => (number === 0 ? 'none' : `only ${count.format(number)}`),
    added: 'added:',
    removed: 'removed:',
    mappings: 'with other mappings',
    organizations: (number: number) => `one of ${count.format(number)}`,
    organization: 'required',
    audience: 'only those that were sent to it',
    scopes: 'never more than the token carries',
    age: (duration: string) => `at most ${duration} ago`,
  },
} as const;

export type Texts = Widened<typeof texts>;
