/** The credential id of a response, by which the passkey is found; undefined if it has none. */
export function credentialIdOf(response: unknown): string | undefined {
  const id = typeof response === 'object' && response !== null && 'id' in response ? response.id : undefined;
  return typeof id === 'string' && /^[\w-]{1,1364}$/.test(id) ? id : undefined;
}
