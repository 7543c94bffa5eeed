import type { DrawPage } from '../view.ts';
import { applicationsPage } from './applications.ts';
import { dataPage } from './data.ts';
import type { PageName } from './frame.ts';
import { organizationsPage } from './organizations.ts';
import { overviewPage } from './overview.ts';
import { profilePage } from './profile.ts';
import { securityPage } from './security.ts';
import { sessionsPage } from './sessions.ts';

/** The content of each page; that of the activity also needs a position in its list. */
export const drawPages: Readonly<Record<Exclude<PageName, 'activity'>, DrawPage>> = {
  overview: overviewPage,
  profile: profilePage,
  security: securityPage,
  sessions: sessionsPage,
  applications: applicationsPage,
  organizations: organizationsPage,
  data: dataPage,
};
