import { pages } from './en-pages.ts';
import { reasonOf } from './en-reasons.ts';
import { humanize } from './humanize.ts';

const count = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact' });
const plural = (number: number, one: string, other: string): string =>
  `${count.format(number)} ${number === 1 ? one : other}`;

/** Names that do not explain themselves. */
const special: Readonly<Record<string, string>> = {
  setApplicationManagementApi: 'Allow or forbid the Management API',
  first: 'First step',
  second: 'Second factor',
  not: 'None of',
  ALL: 'All or none',
  EACH: 'Each by itself',
  DE: 'German',
  EN: 'English',
  GRAPHQL: 'GraphQL',
  SENDGRID: 'SendGrid',
  zoneinfo: 'Time zone',
  idTokenSigningAlg: 'ID token signing algorithm',
  accessTokenSigningAlg: 'Access token signing algorithm',
};

/** The texts of the console in English. Their type is the type of all languages. */
export const en = {
  locale: 'en',
  number: (value: number) => count.format(value),
  /** A number in few characters, such as 1.2K. */
  short: (value: number) => compact.format(value),
  /** An operation, a field of a form, or a value of an enumeration. */
  label: (name: string) => special[name] ?? humanize(name.replace(/(?<=.)Ids$/, 's').replace(/(?<=.)Id$/, '')),
  shell: {
    skip: 'Skip to content',
    menu: 'Navigation',
    palette: 'Find or do anything',
    keys: 'Keyboard',
    theme: 'Light or dark',
    account: 'Your account',
    signOut: 'Sign out',
    live: 'Live',
    connecting: 'Connecting',
    notPossible: 'Live with events:read',
    rightsChanged: 'What you may do here has changed. The pages have followed.',
    notLive: (since: string) => `Not live since ${since}`,
  },
  ended: {
    title: 'Your session has ended',
    text: 'Sign in again in a new window. What you typed here is kept.',
    action: 'Sign in again',
    blocked: 'The browser blocked the window.',
    leave: 'Sign in on this page instead',
    recent: 'This change requires a recent sign-in. Sign in again in a new window: then it is made.',
  },
  navigation: {
    people: 'People',
    access: 'Access',
    events: 'Events',
    platform: 'Platform',
    overview: 'Overview',
    users: 'Users',
    organizations: 'Organizations',
    invitations: 'Invitations',
    applications: 'Applications',
    resources: 'API resources',
    roles: 'Roles',
    organizationRoles: 'Organization roles',
    organizationScopes: 'Organization scopes',
    map: 'Delegation map',
    explain: 'Explain an exchange',
    audit: 'Audit',
    live: 'Live events',
    webhooks: 'Webhooks',
    deliveries: 'Deliveries',
    keys: 'Signing keys',
    attempts: 'Sign-in attempts',
    experience: 'Sign-in experience',
    jobs: 'Jobs',
    connectors: 'Connectors',
    messages: 'Messages',
    administrators: 'Administrators',
    operations: 'All operations',
  },
  list: {
    search: 'Search',
    searchIn: (list: string) => `Search: ${list}`,
    more: 'Show more',
    find: (what: string) => `Find: ${what}`,
    cannotFind: (what: string) => `This is none of: ${what}.`,
    order: 'Order',
    filter: (name: string) => `Filter: ${name}`,
    any: 'any',
    yes: 'yes',
    no: 'no',
    clear: 'Clear filters',
    filters: (number: number) => (number === 0 ? 'Filters' : `Filters (${count.format(number)})`),
    addFilter: 'Filter',
    show: 'Show the list',
    columns: 'Columns',
    moveColumn: (column: string, isEarlier: boolean) => `Move ${column} ${isEarlier ? 'forward' : 'back'}`,
    resetColumns: 'Default columns',
    copyAs: 'Copy as',
    link: 'Link',
    export: 'Export',
    allThatMatch: (number: string) => `All ${number} that match…`,
    previous: 'Previous',
    next: 'Next',
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all on this page',
    selected: (number: number) => `${count.format(number)} selected`,
    fresh: (number: number) => `${count.format(number)} new: show`,
    loading: 'Loading',
    none: 'Nothing matches. Change the search or the filters.',
    changedBy: (actor: string) => `changed by ${actor}`,
    peek: (name: string) => `${name}, beside the list`,
    orMore: (number: number) => `${count.format(number)}+`,
  },
  exports: {
    running: (megabytes: string) => `Exporting: ${megabytes} MB received`,
    complete: (file: string, records: number | null) =>
      records === null
        ? `The export is complete: ${file}`
        : `The export is complete: ${plural(records, 'record', 'records')} in ${file}`,
    incomplete: (reason: string) =>
      `The export is incomplete: ${reason || 'the connection was lost'}. What was received is not all that matches.`,
    refused: (reason: string) => `The export was refused: ${reason}`,
    saveAnyway: 'Save what was received',
  },
  views: {
    title: (number: number) => (number === 0 ? 'Views' : `Views (${count.format(number)})`),
    none: 'Save search, filters, order and columns under a name. Only you see your views.',
    name: 'Name of the view',
    save: 'Save view',
    remove: (name: string) => `Remove the view ${name}`,
  },
  record: {
    copyId: 'Copy id',
    id: 'Id',
    version: (version: number) => `version ${count.format(version)}`,
    created: 'Created',
    updated: 'Updated',
    notFound: 'There is no such record, or you may not read it.',
    never: 'never',
    nothing: '–',
    events: 'Events',
    actions: 'Actions',
    general: 'General',
  },
  refused: (permissions: readonly string[]) =>
    `You lack ${permissions.length === 1 ? 'the permission' : 'permissions:'} ${permissions.join(', ')}.`,
  fault: {
    title: 'This could not be loaded.',
    network: 'The platform does not respond. What you see may be out of date.',
    reference: 'Reference',
    again: 'Try again',
  },
  state: {
    active: 'active',
    suspended: 'suspended',
    enabled: 'enabled',
    disabled: 'disabled',
    failing: 'failing',
    builtIn: 'built in',
  },
  /** Why the platform refuses something. */
  reason: reasonOf,
  change: {
    preview: 'What would happen',
    trying: 'Trying it without changing anything',
    events: (number: number) => (number === 0 ? 'No event: nothing would change.' : plural(number, 'event', 'events')),
    matching: (number: number) => `${plural(number, 'user matches', 'users match')}. It would run for each of them.`,
    sample: (size: number, failed: number) =>
      failed === 0
        ? `Tried for the first ${count.format(size)}: it would succeed.`
        : `Tried for the first ${count.format(size)}: it would fail for ${count.format(failed)}.`,
    wouldSend: (number: number) => `Would send ${plural(number, 'event', 'events')}`,
    eventsHidden: 'Which events it emits is shown to those with events:read.',
    code: 'As code',
    graphql: 'GraphQL',
    curl: 'curl',
    rest: 'REST',
    cancel: 'Cancel',
    close: 'Close',
    fill: 'Fill in what is required.',
    conflict: (actor: string | null) =>
      actor
        ? `${actor} has changed this record since you opened the dialog.`
        : 'This record has changed since you opened the dialog.',
    conflictTitle: 'Changed meanwhile',
    isDeleted: 'It no longer exists.',
    noContest: 'None of your values is concerned.',
    before: (value: string) => `before: ${value}`,
    theirs: (value: string) => `Theirs: ${value}`,
    mine: (value: string) => `Mine: ${value}`,
    goOn: 'Continue with this',
    takeTheirs: 'Take theirs',
    keepMine: 'Keep mine',
    done: 'Done',
    secret: 'This value is shown once. Keep it in a safe place now.',
    kept: 'I have kept it',
    more: (number: number) => plural(number, 'more field', 'more fields'),
    onePerLine: 'One per line',
    none: (list: string) => `${list}: none`,
    item: (number: number) => `No. ${count.format(number)}`,
    addItem: (list: string) => `Add to ${list.toLowerCase()}`,
    removeItem: (number: number) => `Remove no. ${count.format(number)}`,
    json: 'JSON',
    invalidJson: 'This is not a JSON object.',
    undo: 'Undo',
    access: {
      title: 'Access',
      summary: (gained: number, lost: number) =>
        gained + lost === 0
          ? 'Nobody gains or loses access.'
          : `${count.format(gained)} gained, ${count.format(lost)} lost`,
      more: (most: number) => `More people or applications are concerned: these are the first ${count.format(most)}.`,
      unknown: 'This cannot be compared.',
      same: 'as before',
      gained: 'gains',
      lost: 'loses',
      now: 'Now',
      later: 'Then',
    },
    lacking: (permission: string) => `This requires the permission ${permission}.`,
  },
  copy: { copy: 'Copy', copied: 'Copied', link: 'Link', query: 'Query' },
  picker: {
    none: 'Nothing found.',
    remove: (name: string) => `Remove ${name}`,
  },
  keys: {
    title: 'Keys of this page',
    palette: 'Find or do anything',
    search: 'Search',
    nextRow: 'Next row',
    previousRow: 'Previous row',
    select: 'Select the row',
    selectRange: 'Select the rows up to this one',
    open: 'Open',
    create: 'New',
    edit: 'Edit',
    actions: 'Actions of this record',
    rowActions: 'Actions of the selected rows',
    peek: 'Peek at the row',
    back: 'Close',
    help: 'These keys',
    copyAs: 'Copy this page as',
    navigation: 'Show or hide the navigation',
    off: 'Single keys are on',
    goTo: (page: string) => `Go to ${page}`,
  },
  palette: {
    title: 'Find or do anything',
    hint: 'A page, an action, a name or an id',
    pages: 'Pages',
    actions: 'Actions',
    records: 'Records',
    none: 'Nothing found.',
  },
  /** By the names of their types in GraphQL. */
  kinds: {
    User: 'User',
    Application: 'Application',
    Organization: 'Organization',
    Role: 'Role',
    ApiResource: 'API resource',
  },
  ...pages,
} as const satisfies object;

type Widened<Value> = Value extends (...args: infer Given) => string
  ? (...args: Given) => string
  : Value extends string
    ? string
    : { readonly [Name in keyof Value]: Widened<Value[Name]> };

export type Words = Widened<typeof en>;
