/** The texts of lists and objects that both APIs have. */
export const summaries = {
  apiResourceScopes: 'Scopes of the API resource.',
  organizationDomains: 'Domains whose people join the organization.',
  organizationIdentityProviders: 'Identity providers whose people join the organization.',
  organizationInvitations: 'Invitations to the organization.',
  userDevices: 'Browsers in which the user has signed in.',
  userConsents: 'Third-party applications that may act for the user, sorted by name, at most 1,000.',
  userImpersonations: 'Administrators who act as the user, the last ones first, at most 100.',
  exchanges: 'The ledger of token exchanges: who acted for whom, or was refused, the newest first.',
  exchangeLedger: 'How and since when token exchanges are recorded, and the times in which some may be missing.',
  revocations: 'What ended, in the order in which it did.',
} as const;
