/** The roles of a membership as the input of its change. Without a role, the dialog does not propose none. */
export const rolesIn = (row: { roles?: readonly { id: string }[] | null } | undefined): object =>
  row?.roles?.length ? { organizationRoleIds: row.roles.map(({ id }) => id) } : {};
