/** A role with the permissions that it grants. */
export interface Granting {
  id: string;
  displayName: string;
  permissions: readonly string[];
}

interface RoleName {
  id: string;
  displayName: string;
}

type Scope<Field extends string> = { name: string } & { [Name in Field]?: readonly RoleName[] | null };

/** The roles of these scopes, those with the most of them first. */
export function grantingRoles<Field extends string>(scopes: readonly Scope<Field>[], field: Field): Granting[] {
  const roles = new Map<string, { role: RoleName; permissions: string[] }>();
  for (const scope of scopes) {
    for (const role of scope[field] ?? []) {
      const entry = roles.get(role.id) ?? { role, permissions: [] };
      entry.permissions.push(scope.name);
      roles.set(role.id, entry);
    }
  }
  return [...roles.values()]
    .map(({ role: { id, displayName }, permissions }) => ({ id, displayName, permissions: permissions.toSorted() }))
    .toSorted((one, other) => other.permissions.length - one.permissions.length);
}
