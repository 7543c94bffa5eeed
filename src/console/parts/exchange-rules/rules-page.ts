/** The part of the settings of an application that has its rules. */
export const rulesAnchor = 'exchange-rules';

/** Where the rules of an application are, as properties of a link. */
export const rulesPage = (applicationId: string): { to: string; hash: string } => ({
  to: `/applications/${applicationId}/settings`,
  hash: rulesAnchor,
});
