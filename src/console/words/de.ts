import { texts as applications } from '../features/applications/texts/de.ts';
import { texts as connectors } from '../features/connectors/texts/de.ts';
import { texts as events } from '../features/events/texts/de.ts';
import { texts as identityProviders } from '../features/identity-providers/texts/de.ts';
import { texts as jobs } from '../features/jobs/texts/de.ts';
import { texts as map } from '../features/map/texts/de.ts';
import { texts as organizations } from '../features/organizations/texts/de.ts';
import { texts as personal } from '../features/personal/texts/de.ts';
import { texts as platform } from '../features/platform/texts/de.ts';
import { texts as resources } from '../features/resources/texts/de.ts';
import { texts as roles } from '../features/roles/texts/de.ts';
import { texts as signIn } from '../features/sign-in/texts/de.ts';
import { texts as users } from '../features/users/texts/de.ts';
import { texts as webhooks } from '../features/webhooks/texts/de.ts';
import { texts as change } from '../parts/change/texts/de.ts';
import { texts as frame } from '../parts/frame/texts/de.ts';
import { texts as list } from '../parts/list/texts/de.ts';
import { shared } from './de-shared.ts';
import type { Words } from './en.ts';

/** The texts of the console in German. */
export const de: Words = {
  ...shared,
  ...change,
  ...frame,
  ...list,
  ...applications,
  ...connectors,
  ...events,
  ...identityProviders,
  ...jobs,
  ...map,
  ...organizations,
  ...personal,
  ...platform,
  ...resources,
  ...roles,
  ...signIn,
  ...users,
  ...webhooks,
};
