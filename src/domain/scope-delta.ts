/** Which scopes an organization role gained and lost, whole: what is not named is an empty list. */
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
