import type { Widened } from '../../../words/widened.ts';

export const texts = {
  organizations: {
    title: 'Organizations',
    empty: 'An organization is a customer: it has members, applications and roles of its own. Create the first one.',
    create: 'New organization',
    noMembers: 'No member. Add users, or invite people.',
    addMembers: 'Add members',
    noApplications: 'No application.',
    addApplications: 'Add applications',
    domains: 'Domains whose people join',
    noDomains: 'No domain: people join by invitation only.',
    addDomain: 'Add a domain',
    providers: 'Identity providers whose people join',
    noProviders: 'None: no one joins by signing in with an identity provider.',
    addProvider: 'Add an identity provider',
  },
  invitations: {
    title: 'Invitations',
    empty: 'No invitation yet. Invite a person by email.',
    create: 'Invite',
    expires: 'Expires',
    inviter: 'Invited by',
    resend: 'Send again',
    revoke: 'Revoke',
    accept: 'Mark as accepted',
  },
} as const;

export type Texts = Widened<typeof texts>;
