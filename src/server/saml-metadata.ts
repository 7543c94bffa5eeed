import { Hono } from 'hono';
import type { Config } from '../config.ts';
import { returnUrl } from '../experience/upstream/upstream-services.ts';
import type { Database } from '../platform/database/database.ts';
import { ourMetadata } from '../platform/identity-providers/saml/metadata.ts';
import { samlMetadataPath } from '../vocabulary/identity-providers/identity-provider-presets.ts';
import { ourEntityId } from '../store/identity-providers/connection.ts';
import { findProvider } from '../store/identity-providers/providers.ts';
import { type HttpEnv, nothingHere, type Routes } from './routes.ts';

/** Our metadata for each identity provider by SAML, enabled or not: its administrators set it up there. */
export const createSamlMetadata = (
  { prisma }: Pick<Database, 'prisma'>,
  config: Pick<Config, 'publicUrl' | 'issuer'>,
): Routes =>
  new Hono<HttpEnv>().get(samlMetadataPath(':identityProviderId'), async (context) => {
    const provider = await findProvider(prisma, context.req.param('identityProviderId') ?? '');
    if (provider?.protocol !== 'saml') return nothingHere(context.req.header('accept'));
    const document = ourMetadata({
      entityId: ourEntityId(config.publicUrl, provider.id),
      acsUrl: returnUrl(config, provider.id),
      certificate: provider.settings.signingCertificate,
    });
    return new Response(document, { headers });
  });

const headers = {
  'content-type': 'application/samlmetadata+xml',
  // The certificate can change.
  'cache-control': 'no-cache',
};
