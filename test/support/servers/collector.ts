import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

/** A span as OTLP has it. */
interface ReceivedSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code?: number };
  attributes: Record<string, unknown>;
}

/** A metric as OTLP has it. */
interface ReceivedMetric {
  name: string;
  sum?: { dataPoints: Point[]; isMonotonic: boolean };
  gauge?: { dataPoints: Point[] };
  histogram?: { dataPoints: (Point & { count: number; bucketCounts: number[]; explicitBounds: number[] })[] };
}
interface Point {
  asDouble?: number;
  attributes: { key: string; value: { stringValue?: string } }[];
}

/** A receiver of OTLP over HTTP, as JSON. */
export interface Collector extends AsyncDisposable {
  url: string;
  spans: ReceivedSpan[];
  /** The metrics of the last export. */
  metrics: Map<string, ReceivedMetric>;
  /** Attributes of the resource. */
  resource: Record<string, unknown>;
}

type Value = Record<string, unknown>;
interface Pair {
  key: string;
  value: Value;
}
const read = (pairs: readonly Pair[]): Value =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));

interface Export {
  resourceSpans?: { resource: { attributes: Pair[] }; scopeSpans: { spans: RawSpan[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: ReceivedMetric[] }[] }[];
}
type RawSpan = Omit<ReceivedSpan, 'attributes'> & { attributes: Pair[] };

export async function startCollector({ isSilent = false } = {}): Promise<Collector> {
  const collector = { url: '', spans: [] as ReceivedSpan[], metrics: new Map<string, ReceivedMetric>(), resource: {} };
  const take = async (request: IncomingMessage): Promise<void> => {
    const { resourceSpans = [], resourceMetrics = [] } = (await json(request)) as Export;
    for (const { resource, scopeSpans } of resourceSpans) {
      collector.resource = read(resource.attributes);
      const spans = scopeSpans.flatMap((scope) => scope.spans);
      collector.spans.push(...spans.map((span) => ({ ...span, attributes: read(span.attributes) })));
    }
    const metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    if (metrics.length) collector.metrics = new Map(metrics.map((metric) => [metric.name, metric]));
  };
  const server = createServer((request, response) => {
    if (isSilent) return;
    void take(request).then(() => response.setHeader('content-type', 'application/json').end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  collector.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return Object.assign(collector, {
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  });
}
