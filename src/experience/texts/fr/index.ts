import { account } from './account.ts';
import { colonOf, commaOf, directionOf, securedBy } from '../../../vocabulary/languages.ts';
import type { Texts } from '../en/index.ts';
import { consent } from './consent.ts';
import { identities } from './identities.ts';
import { links } from './links.ts';
import { refusals } from './refusals.ts';
import { steps } from './steps.ts';

export const fr: Texts = {
  language: 'fr',
  direction: directionOf('fr'),
  colon: colonOf('fr'),
  comma: commaOf('fr'),
  securedBy: securedBy.fr,
  ...steps,
  ...identities,
  ...links,
  ...consent,
  ...refusals,
  account,
};
