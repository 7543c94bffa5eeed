import { count, plural } from '../../../words/en-numbers.ts';
import type { Widened } from '../../../words/widened.ts';

/** A label within a sentence; abbreviations stay as they are. */
const inSentence = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

export const texts = {
  change: {
    preview: 'What this will do',
    trying: 'Trying it without changing anything',
    nothing: 'Nothing would change.',
    unchanged: 'Nothing has changed.',
    eventTypes: (number: number) => plural(number, 'event', 'events'),
    others: (number: number) => `and ${count.format(number)} more`,
    typeName: (name: string) => `It is in use, or the last one. Type ${name} to confirm.`,
    leaving: 'Discard what you entered?',
    keep: 'Keep editing',
    drop: 'Discard',
    matching: (number: number) => `${plural(number, 'user matches', 'users match')}. It would run for each of them.`,
    sample: (size: number, failed: number) =>
      `Tried for the first ${count.format(size)}: it would ${failed === 0 ? 'succeed' : `fail for ${count.format(failed)}`}.`,
    wouldSend: (number: number) => `Would send ${plural(number, 'event', 'events')}`,
    eventsHidden: 'Which events it emits is shown to those with events:read.',
    code: 'As code',
    graphql: 'GraphQL',
    curl: 'curl',
    rest: 'REST',
    cancel: 'Cancel',
    close: 'Close',
    closeDialog: 'Close dialog',
    open: (name: string) => `Open ${name}`.trim(),
    fill: (fields: string) => `Still to fill in: ${fields}.`,
    required: 'Required.',
    oneOf: (fields: string) => `Fill in one of these: ${fields}.`,
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
    secret: 'Copy it now: it is not shown again.',
    copied: 'I have copied it',
    moreOptions: 'More options',
    onePerLine: 'One per line',
    scopeChips: (example: string) => `${example} – press Enter after each`,
    resourceCreated: (name: string, scopes: number) => `${name} created with ${plural(scopes, 'scope', 'scopes')}`,
    openKey: (key: string) => `Press ${key} to open it`,
    undoKey: (key: string) => `Press ${key} to undo it`,
    noHolder: 'No user found. Users can be given the role later, or when they are created.',
    none: (list: string) => `No ${inSentence(list)}`,
    item: (number: number) => `No. ${count.format(number)}`,
    addItem: (list: string) => `Add to ${inSentence(list)}`,
    removeItem: (number: number) => `Remove no. ${count.format(number)}`,
    addObject: (object: string) => `Add ${inSentence(object)}`,
    removeObject: (object: string) => `Remove ${inSentence(object)}`,
    units: { second: 'seconds', minute: 'minutes', hour: 'hours', day: 'days' },
    unitOf: (duration: string) => `Unit: ${duration}`,
    atLeast: (duration: string) => `At least ${duration}.`,
    atMost: (duration: string) => `At most ${duration}.`,
    wouldBeRefused: (number: number, all: number) => `${count.format(number)} of ${count.format(all)} would be refused`,
    wasRefused: (number: number, all: number) =>
      `${count.format(number)} of ${count.format(all)} ${number === 1 ? 'was' : 'were'} refused`,
    json: 'JSON',
    invalidJson: 'This is not a JSON object.',
    undo: 'Undo',
    latest: 'Latest change',
    joined: (members: string, organization: string) => `${members} joined ${organization}`,
    left: (members: string, organization: string) => `${members} left ${organization}`,
    othersOf: (number: number) => plural(number, 'other', 'others'),
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
      within: (organization: string) => `in ${organization || 'an organization'}`,
    },
    lacking: (permission: string) => `This requires the permission ${permission}.`,
    rolePresets: {
      choose:
        'Choose one to begin with its scopes: those that read, or all. You can change them before you create the role.',
      scopes: (number: number) => `${count.format(number)} ${number === 1 ? 'scope' : 'scopes'}`,
      reader: {
        title: 'Reader',
        text: 'Every scope that reads: named “read”, or ending in “:read”.',
        name: (resource: string) => `${resource} reader`,
      },
      administrator: {
        title: 'Administrator',
        text: 'Every scope that the API resource has now.',
        name: (resource: string) => `${resource} administrator`,
      },
      none: { title: 'Without a preset', text: 'Begin with an empty form, and choose its scopes yourself.' },
    },
    organizationAdministrator: {
      title: 'Organization administrator',
      text: 'Members who hold it use this console for their own organization: its members, invitations and events.',
    },
    exchangeSides: {
      called:
        'This is the API that another one calls for people. For example: Payments, https://payments.example.com, with the scope payments:read.',
      calling:
        "This is the API that calls the first one: people's tokens are for it. For example: Reports, https://reports.example.com, with the scope reports:read.",
    },
    applicationTypes: {
      title: 'Which type is yours? It cannot be changed later.',
      TRADITIONAL_WEB:
        'People sign in, and a server renders the pages. It can also act for them at other APIs by token exchange.',
      SINGLE_PAGE: 'All of its code runs in the browser, and it calls APIs from there.',
      NATIVE: 'It is installed on a phone or a computer, or runs in a terminal.',
      MACHINE_TO_MACHINE:
        'A backend service or a script that no one signs in to. It can also act for people by token exchange.',
      isConfidential: 'has a secret',
      isPublic: 'has no secret',
      firstSecret: 'default',
    },
  },
} as const;

export type Texts = Widened<typeof texts>;
