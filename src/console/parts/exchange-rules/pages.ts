import type { Search } from '../../data/address.ts';

/** The part of the settings of an application that has its rules. */
export const rulesAnchor = 'exchange-rules';

/** The place of the rules of an application, as properties of a link. */
export const rulesPage = (applicationId: string): { to: string; hash: string } => ({
  to: `/applications/${applicationId}/settings`,
  hash: rulesAnchor,
});

/** The part of the page of an application that tries out an exchange. */
export const trialAnchor = 'try-exchange';

/** The address at which an application exchanges a token of the viewer for one of an API, as properties of a link. */
export const trialPage = (applicationId: string, resource?: string): { to: string; search: Search; hash: string } => ({
  to: `/applications/${applicationId}/connect`,
  search: resource === undefined ? {} : { resource },
  hash: trialAnchor,
});
