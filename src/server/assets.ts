import { Hono } from 'hono';
import type { Database } from '../platform/database/database.ts';
import { isAssetId, readAsset } from '../store/assets.ts';
import { type HttpEnv, nothingHere, type Routes } from './routes.ts';

/**
 * Pictures of people, for pages of any origin. A browser draws them and does nothing else with them: whatever such a
 * file contains, it is a document without origin, script and form.
 */
export const createAssets = ({ prisma }: Pick<Database, 'prisma'>): Routes =>
  new Hono<HttpEnv>().get('/assets/:id', async (context) => {
    const id = context.req.param('id');
    const asset = isAssetId(id) ? await readAsset(prisma, id) : null;
    if (!asset) return nothingHere(context.req.header('accept'));
    return new Response(asset.bytes, { headers: { ...headers, 'content-type': asset.type } });
  });

const headers = {
  // The address changes with the content.
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
