import { acceptsGzip, compress, compressionThreshold } from '../../http/compress.ts';
import { operationOf } from '../mutations/mutation-fields.ts';
import type { RequestPlugin } from './plugins.ts';

const compressible = /^(application\/(graphql-response\+)?json|text\/(html|javascript))\b/;

/** Requests that have executed a mutation: its payload can have new secrets, and is not compressed. */
const withMutation = new WeakSet<Request>();

/** Compresses the results of queries, and GraphiQL. Payloads of mutations can have new secrets: see `compress`. */
export const compression: RequestPlugin = {
  onExecute({ args }) {
    const { request } = args.contextValue as { request?: Request };
    if (request && operationOf(args)?.operation === 'mutation') withMutation.add(request);
  },
  async onResponse({ request, response, setResponse, serverContext, fetchAPI }) {
    const { headers, status, statusText } = response;
    const length = Number(headers.get('content-length') ?? compressionThreshold);
    if (length < compressionThreshold || !compressible.test(headers.get('content-type') ?? '')) return;
    if (withMutation.has(request) || !serverContext?.response) return;
    const accepted = request.headers.get('accept-encoding') ?? undefined;
    // Reading the result again would take time, for nothing.
    if (!acceptsGzip(accepted)) {
      serverContext.response.appendHeader('vary', 'accept-encoding');
      return;
    }
    const content = Buffer.from(await response.arrayBuffer());
    const bytes = await compress(accepted, serverContext.response, content);
    headers.delete('content-length');
    setResponse(new fetchAPI.Response(new Uint8Array(bytes), { status, statusText, headers }));
  },
};
