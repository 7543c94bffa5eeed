import type { IdentityProviders, ProviderProblem } from './identity-provider.ts';
import { createOAuth, type ProviderServices } from './oauth.ts';
import { createSamlSetup } from './saml/setup.ts';

/** Signs people in with identity providers. The library of SAML is loaded by its first provider. */
export function createIdentityProviders(services: ProviderServices): IdentityProviders {
  const oauth = createOAuth(services);
  const loadSaml = async () => (await import('./saml/saml.ts')).createSaml(services);
  return {
    async begin(provider, request) {
      return provider.protocol === 'saml'
        ? (await loadSaml()).begin(provider, request)
        : oauth.begin(provider, request);
    },
    async finish(provider, kept, redirectUri, state, response) {
      const person = { redirectUri, state, response };
      if (provider.protocol === 'saml')
        return 'requestId' in kept ? (await loadSaml()).finish(provider, { ...person, kept }) : ofOtherProtocol;
      return 'verifier' in kept ? oauth.finish(provider, { ...person, kept }) : ofOtherProtocol;
    },
    async test(provider) {
      return provider.protocol === 'saml' ? (await loadSaml()).test(provider) : oauth.test(provider);
    },
    saml: createSamlSetup(services),
    close: () => services.safeFetch.close(),
  };
}

const ofOtherProtocol: ProviderProblem = {
  problem: 'identity-invalid',
  message: 'The protocol of the provider has changed since the request.',
};
