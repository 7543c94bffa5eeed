import { compress } from '../http/compress.ts';
import type { PageContext } from './requests.ts';

/** Their addresses change with their content. */
export const styleHeaders = {
  'content-type': 'text/css; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
};

export const scriptHeaders = { ...styleHeaders, 'content-type': 'text/javascript; charset=utf-8' };

export async function sendFile(
  context: PageContext,
  content: Buffer,
  headers: Record<string, string>,
): Promise<Response> {
  const bytes = await compress(context.req.header('accept-encoding'), context.env.outgoing, content);
  return context.body(new Uint8Array(bytes), 200, headers);
}
