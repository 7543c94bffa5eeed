/** The part of the settings of an application that has its rules. */
export const rulesAnchor = 'exchange-rules';

/** The place of the rules of an application, as properties of a link. */
export const rulesPage = (applicationId: string): { to: string; hash: string } => ({
  to: `/applications/${applicationId}/settings`,
  hash: rulesAnchor,
});
