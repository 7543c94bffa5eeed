import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import type { Clock } from '../clock.ts';
import type { AllowedHosts } from '../network/allowed-hosts.ts';
import { appleAuthentication } from './apple.ts';
import type { OAuth2Settings } from '../../vocabulary/identity-providers/identity-provider-shapes.ts';
import type { OAuthProvider } from './identity-provider.ts';
import { requireTls } from './upstream-fetch.ts';

const cacheSize = 200;
/** Milliseconds for which discovery documents are cached. The library caches keys, for five minutes at most. */
const cacheTime = 3_600_000;

interface ConfigurationServices extends Pick<AllowedHosts, 'isHttpAllowed'> {
  clock: Clock;
  fetch: client.CustomFetch;
}

/** The library's configurations of providers: addresses, keys, client authentication. */
interface Configurations {
  open(provider: OAuthProvider): Promise<client.Configuration>;
  /** Not from the cache. */
  read(provider: OAuthProvider): Promise<client.Configuration>;
  /** Removes it from the cache. */
  drop(provider: OAuthProvider): void;
}

export function createConfigurations(services: ConfigurationServices): Configurations {
  const now = (): number => services.clock.now().getTime();
  const cache = new LRUCache<string, Promise<client.Configuration>>({ max: cacheSize, ttl: cacheTime, perf: { now } });
  const keyOf = ({ id, version }: OAuthProvider): string => `${id} ${version}`;
  const read = (provider: OAuthProvider) => readConfiguration(provider, services);
  return {
    read,
    drop: (provider) => void cache.delete(keyOf(provider)),
    open(provider) {
      const key = keyOf(provider);
      const cached = cache.get(key);
      if (cached) return cached;
      const reading = read(provider);
      cache.set(key, reading);
      reading.catch(() => {
        if (cache.peek(key) === reading) cache.delete(key);
      });
      return reading;
    },
  };
}

async function readConfiguration(provider: OAuthProvider, services: ConfigurationServices) {
  const { clientId } = provider.settings;
  const authentication = authenticationOf(provider, services.clock);
  const metadata = { [client.clockSkew]: skewOf(services.clock) };
  if (provider.protocol === 'oauth2') {
    const server = metadataOf(provider.settings);
    const configuration = new client.Configuration(server, clientId, metadata, authentication);
    configuration[client.customFetch] = services.fetch;
    for (const extension of extensionsFor(provider.settings.authorizationEndpoint, services)) extension(configuration);
    return configuration;
  }
  const { issuer } = provider.settings;
  const execute = extensionsFor(issuer, services);
  const options = { [client.customFetch]: services.fetch, execute };
  const configuration = await client.discovery(new URL(issuer), clientId, metadata, authentication, options);
  // The library verifies signatures of ID tokens only with this: without it, it relies on TLS.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** For a provider that is used without TLS. Each request is checked again by the fetch. */
function extensionsFor(
  address: string,
  services: ConfigurationServices,
): ((configuration: client.Configuration) => void)[] {
  const url = new URL(address);
  requireTls(url, services);
  return url.protocol === 'http:' ? [client.allowInsecureRequests] : [];
}

/** Seconds from the machine's clock, which the library reads, to ours. */
const skewOf = (clock: Clock): number => Math.round((clock.now().getTime() - Date.now()) / 1000);

/** The library compares the issuer with a parameter `iss`, which is removed: nothing is known of the issuer. */
const metadataOf = (settings: OAuth2Settings): client.ServerMetadata => ({
  issuer: new URL(settings.authorizationEndpoint).origin,
  authorization_endpoint: settings.authorizationEndpoint,
  token_endpoint: settings.tokenEndpoint,
  userinfo_endpoint: settings.userinfoEndpoint,
});

function authenticationOf(provider: OAuthProvider, clock: Clock): client.ClientAuth {
  const { secrets, settings } = provider;
  if (settings.authentication === 'client_secret_post') return client.ClientSecretPost(secrets.clientSecret ?? '');
  if (settings.authentication === 'apple_client_secret' && provider.protocol === 'oidc')
    return appleAuthentication(provider, clock);
  return client.ClientSecretBasic(secrets.clientSecret ?? '');
}
