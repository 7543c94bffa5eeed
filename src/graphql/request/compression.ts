import { type ExecutionArgs, getOperationAST } from 'graphql';
import { acceptsGzip, compress, compressionThreshold } from '../../http/compress.ts';
import type { RequestPlugin } from './plugins.ts';

const compressible = /^(application\/(graphql-response\+)?json|text\/(html|javascript))\b/;

/** Compresses the results of queries, and GraphiQL. Payloads of mutations can have new secrets: see `compress`. */
export function compression(): RequestPlugin {
  const withMutation = new WeakSet<Request>();
  return {
    onExecute({ args }) {
      const { document, operationName, contextValue } = args as ExecutionArgs & { contextValue: { request?: Request } };
      const isMutation = getOperationAST(document, operationName)?.operation === 'mutation';
      if (isMutation && contextValue.request) withMutation.add(contextValue.request);
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
      const sent = await compress(accepted, serverContext.response, content);
      headers.delete('content-length');
      setResponse(new fetchAPI.Response(new Uint8Array(sent), { status, statusText, headers }));
    },
  };
}
