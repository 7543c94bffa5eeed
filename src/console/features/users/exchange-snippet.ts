/** The command with which an application exchanges a subject token, once. */
export const exchangeSnippet = (issuer: string): string =>
  [
    `curl ${issuer}/token -u "$CLIENT_ID:$CLIENT_SECRET"`,
    '-d grant_type=urn:ietf:params:oauth:grant-type:token-exchange',
    '-d subject_token_type=urn:mandate:token-type:subject',
    '-d "subject_token=$SUBJECT_TOKEN"',
    '--data-urlencode "resource=$RESOURCE"',
  ].join(' \\\n  ');
