import { account } from './account.ts';
import { colonOf, commaOf, directionOf, securedBy } from '../../../vocabulary/languages.ts';
import type { Texts } from '../en/index.ts';
import { consent } from './consent.ts';
import { identities } from './identities.ts';
import { links } from './links.ts';
import { refusals } from './refusals.ts';
import { steps } from './steps.ts';

export const ar: Texts = {
  language: 'ar',
  direction: directionOf('ar'),
  colon: colonOf('ar'),
  comma: commaOf('ar'),
  securedBy: securedBy.ar,
  ...steps,
  ...identities,
  ...links,
  ...consent,
  ...refusals,
  account,
};
