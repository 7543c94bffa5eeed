import { account } from './account.ts';
import { colonOf, commaOf, directionOf, securedBy } from '../../../vocabulary/languages.ts';
import { consent } from './consent.ts';
import { identities } from './identities.ts';
import { links } from './links.ts';
import { refusals } from './refusals.ts';
import { steps } from './steps.ts';

/** The texts of the pages. Other languages have the same keys, or they do not compile. */
export const en = {
  language: 'en',
  direction: directionOf('en'),
  colon: colonOf('en'),
  comma: commaOf('en'),
  securedBy: securedBy.en,
  ...steps,
  ...identities,
  ...links,
  ...consent,
  ...refusals,
  account,
};

export type Texts = typeof en;
