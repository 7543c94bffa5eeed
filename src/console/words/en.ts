import { texts as applications } from '../features/applications/texts/en.ts';
import { texts as connectors } from '../features/connectors/texts/en.ts';
import { texts as events } from '../features/events/texts/en.ts';
import { texts as identityProviders } from '../features/identity-providers/texts/en.ts';
import { texts as jobs } from '../features/jobs/texts/en.ts';
import { texts as map } from '../features/map/texts/en.ts';
import { texts as organizations } from '../features/organizations/texts/en.ts';
import { texts as personal } from '../features/personal/texts/en.ts';
import { texts as platform } from '../features/platform/texts/en.ts';
import { texts as resources } from '../features/resources/texts/en.ts';
import { texts as roles } from '../features/roles/texts/en.ts';
import { texts as signIn } from '../features/sign-in/texts/en.ts';
import { texts as users } from '../features/users/texts/en.ts';
import { texts as webhooks } from '../features/webhooks/texts/en.ts';
import { texts as change } from '../parts/change/texts/en.ts';
import { texts as frame } from '../parts/frame/texts/en.ts';
import { texts as list } from '../parts/list/texts/en.ts';
import { shared } from './en-shared.ts';
import type { Widened } from './widened.ts';

/** The texts of the console in English. Their type is the type of all languages. */
export const en = {
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

export type Words = Widened<typeof en>;
