import type { Clock } from '../../clock.ts';
import type { AllowedHosts } from '../../network/allowed-hosts.ts';
import type { SafeFetch } from '../../network/safe-fetch.ts';
import type { SamlCertificate, SamlMetadata } from '../../../vocabulary/identity-providers/identity-provider-shapes.ts';
import type { ProviderProblem, SamlSetup } from '../identity-provider.ts';
import { Invalid } from '../invalid.ts';
import { createUpstreamFetch, Unreachable } from '../upstream-fetch.ts';
import { mostCertificates, readCertificate, usableOf } from './certificates.ts';
import { readMetadata } from './metadata.ts';
import { problemOf } from './problem.ts';

interface SetupServices extends Pick<AllowedHosts, 'isHttpAllowed'> {
  clock: Clock;
  safeFetch: SafeFetch;
}

/** Reads metadata and certificates of providers, and makes keys for requests to them. */
export function createSamlSetup({ clock, ...services }: SetupServices): SamlSetup {
  const readAt = createMetadataReader({ clock, ...services });
  return {
    readMetadataAt: (url) => orProblem(async () => ({ metadata: await readAt(url) })),
    readMetadata: (document) => orProblem(() => ({ metadata: readMetadata(document, clock.now()) })),
    readCertificates: (text) => orProblem(() => ({ certificates: readCertificates(text) })),
    // Its library is loaded by the first key.
    certify: async (privateKey, name) => (await import('./certify.ts')).certify(privateKey, name, clock.now()),
  };
}

async function orProblem<Result>(work: () => Result | Promise<Result>): Promise<Result | ProviderProblem> {
  try {
    return await work();
  } catch (error) {
    return problemOf(error);
  }
}

/** Reads metadata by the HTTP client of identity providers: bounded, and without redirects. */
export function createMetadataReader({ clock, ...services }: SetupServices): (url: string) => Promise<SamlMetadata> {
  const upstreamFetch = createUpstreamFetch(services);
  return async (url) => {
    const headers = { accept: 'application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1' };
    const response = await upstreamFetch(url, { method: 'GET', headers, body: null, redirect: 'manual' });
    const { origin, pathname } = new URL(url);
    if (response.status !== 200)
      throw new Unreachable(`${origin}${pathname}: The response has the status ${response.status}.`);
    return readMetadata(await response.text(), clock.now());
  };
}

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Of PEM, or of the content of one alone, as consoles of providers show it. Each has to be usable. */
function readCertificates(text: string): SamlCertificate[] {
  const blocks = text.match(block) ?? [];
  const sources = blocks.length === 0 ? [Buffer.from(text, 'base64')] : blocks;
  if (sources.length > mostCertificates) throw new Invalid(`There are more than ${mostCertificates} certificates.`);
  return sources.flatMap((source) => usableOf([readCertificate(source)]));
}
