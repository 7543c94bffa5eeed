import type { Words } from '../../words/index.ts';
import type { IconName } from './icon-paths.ts';

interface OrganizationTab {
  icon: IconName;
  title: (words: Words) => string;
  /** The end of its path, after that of the organization. */
  path: string;
  /** The permissions that it requires in the organization, besides the one to read it. */
  permissions: readonly string[];
}

/** The pages of an organization: the tabs of its page, and the navigation of those who look after this one alone. */
export const organizationTabs: readonly OrganizationTab[] = [
  { icon: 'users', title: ({ membership }) => membership.members, path: '', permissions: ['users:read'] },
  {
    icon: 'applications',
    title: ({ navigation }) => navigation.applications,
    path: '/applications',
    permissions: ['applications:read'],
  },
  { icon: 'connectors', title: ({ navigation }) => navigation.invitations, path: '/invitations', permissions: [] },
  { icon: 'experience', title: ({ membership }) => membership.signIn, path: '/sign-in', permissions: [] },
  { icon: 'administration', title: ({ membership }) => membership.settings, path: '/settings', permissions: [] },
  { icon: 'events', title: ({ record }) => record.events, path: '/events', permissions: ['events:read'] },
];
