/** Scopes that were added to and removed from an organization role. Omitted lists are empty. */
export const organizationScopeDelta = (delta: Partial<OrganizationScopeDelta>): OrganizationScopeDelta => ({
  addedOrganizationScopeIds: [],
  removedOrganizationScopeIds: [],
  addedScopeIds: [],
  removedScopeIds: [],
  ...delta,
});

interface OrganizationScopeDelta {
  addedOrganizationScopeIds: string[];
  removedOrganizationScopeIds: string[];
  /** Scopes of API resources. */
  addedScopeIds: string[];
  removedScopeIds: string[];
}
