/** The scopes that were requested by name and not granted. A refused exchange leaves out none in particular. */
export const leftOutOf = ({
  requestedScopes,
  grantedScopes,
}: {
  requestedScopes: readonly string[] | null;
  grantedScopes: readonly string[] | null;
}): readonly string[] =>
  grantedScopes === null ? [] : (requestedScopes ?? []).filter((name) => !grantedScopes.includes(name));
