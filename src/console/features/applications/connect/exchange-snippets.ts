import { tokenSnippets } from './token-snippets.ts';

/** A token exchange (RFC 8693) by the application, in several languages. */
export const exchangeSnippets = (issuer: string, clientId: string): Record<string, string> =>
  tokenSnippets({
    issuer,
    clientId,
    fields: {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      subject_token: { variable: 'USER_ACCESS_TOKEN' },
      resource: { variable: 'RESOURCE' },
    },
  });
