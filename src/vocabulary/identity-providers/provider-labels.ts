/** Names of services, and of protocols for others: by the presets of identity providers. */
export const providerLabels = {
  google: 'Google',
  microsoft: 'Microsoft',
  apple: 'Apple',
  github: 'GitHub',
  oidc: 'OpenID Connect',
  oauth2: 'OAuth 2.0',
  saml: 'SAML 2.0',
} as const;
