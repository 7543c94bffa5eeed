import { count } from '../../../words/en-numbers.ts';
import type { Widened } from '../../../words/widened.ts';

export const texts = {
  users: {
    title: 'Users',
    create: 'New user',
    phone: 'Phone',
    created: 'Created',
    updated: 'Last change',
    suspended: 'Suspended',
    hasPassword: 'Password',
    verifiedEmail: 'Verified email',
    verified: 'verified',
    empty: 'No user yet. Create the first one, import many, or let people sign up.',
    endSessions: 'End sessions',
    endSessionsOf: (number: number) => `End sessions of ${count.format(number)}`,
    assignRolesTo: (number: number) => `Assign roles to ${count.format(number)}`,
    endSession: 'End',
    setPassword: 'Set a password',
    requireReset: 'Require a new password',
    explain: 'Explain an exchange',
    tabs: {
      profile: 'Profile',
      access: 'Access',
      organizations: 'Organizations',
      security: 'Security',
      sessions: 'Sessions',
      events: 'Events',
    },
    noOrganizations: 'In no organization.',
    noRoles: 'No roles: this person gets nothing by an exchange.',
    gets: 'What an exchange grants at each API resource',
    getsNothing: 'Nothing: no role of this person has a scope of an API resource.',
    through: 'through',
    factors: 'Factors',
    noFactors: 'Password only: there is no second factor.',
    devices: 'Known devices',
    noDevices: 'No known device.',
    locks: 'Locks',
    noLocks: 'Not locked.',
    unknownDevice: 'Unknown browser',
    noSessions: 'No session.',
    password: 'Password',
  },
} as const;

export type Texts = Widened<typeof texts>;
