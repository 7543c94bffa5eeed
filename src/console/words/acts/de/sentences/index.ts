import { access } from './access.ts';
import { events } from './events.ts';
import { identityProviders } from './identity-providers.ts';
import { people } from './people.ts';
import { platform } from './platform.ts';
import { signIn } from './sign-in.ts';

/** Explanations in forms, in German, by the English sentence of the platform. */
export const sentences: Readonly<Record<string, string>> = {
  ...access,
  ...people,
  ...platform,
  ...identityProviders,
  ...signIn,
  ...events,
};
