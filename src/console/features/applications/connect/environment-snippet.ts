export interface Environment {
  /** Undefined unless it was just made. */
  secret: string | undefined;
  /** Of the API that is called; its resource indicator is undefined if none is chosen. */
  api?: { resource: string | undefined };
  /** Whether a token of a person is exchanged. */
  withUserToken?: boolean;
}

const quoted = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`;

/** The environment that the programs read: pasted into a shell before they start. */
export const environmentSnippet = ({ secret, api, withUserToken = false }: Environment): string =>
  [
    `export CLIENT_SECRET=${quoted(secret ?? '…')}`,
    ...(withUserToken ? [`export USER_ACCESS_TOKEN=${quoted('…')}`] : []),
    // An address of the API: often, its resource indicator is one.
    ...(api ? [`export RESOURCE=${quoted(api.resource ?? '…')}`, 'export API_URL="$RESOURCE"'] : []),
  ].join('\n');
