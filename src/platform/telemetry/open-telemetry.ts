import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, type MetricProducer, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, ParentBasedSampler, AlwaysOnSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from '../logger.ts';
import { createSpanIds, parentIdOf } from './span-ids.ts';
import type { FinishedSpan, RecordSpan } from './spans.ts';

/** Sends spans and metrics to a collector. */
interface Telemetry {
  record: RecordSpan;
  /** Sends what is left, for some seconds at most. */
  close(): Promise<void>;
}

interface Options {
  /** Address of the collector, without a trailing slash. */
  endpoint: string;
  version: string;
  /** The registries of `/metrics`. */
  metrics: MetricProducer;
  logger: Pick<Logger, 'warn'>;
}

/** Milliseconds between two exports of metrics. */
const metricsInterval = 15_000;
/** Milliseconds for an export, also for the last one. */
const timeout = 3000;
/** Milliseconds between two warnings. */
const warningInterval = 60_000;

/** Loads the packages. Everything is sent in the background; what does not fit the queue is dropped. */
export function openTelemetry({ endpoint, version, metrics, logger }: Options): Telemetry {
  warnOfFailures(logger);
  const attributes = resourceFromAttributes({ 'service.name': 'mandate', 'service.version': version });
  const resource = defaultResource()
    .merge(attributes)
    .merge(detectResources({ detectors: [envDetector] }));
  const to = (path: string) => ({ url: `${endpoint}/v1/${path}`, timeoutMillis: timeout });
  const ids = createSpanIds();
  const spans = new TracerProvider({
    resource,
    idGenerator: ids,
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(to('traces')),
        maxQueueSize: 8192,
        scheduledDelayMillis: 2000,
        exportTimeoutMillis: timeout,
      }),
    ],
  });
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(to('metrics')),
    exportIntervalMillis: metricsInterval,
    exportTimeoutMillis: timeout,
    metricProducers: [metrics],
  });
  const meters = new MeterProvider({ resource, readers: [reader] });
  const tracer = spans.getTracer('mandate', version);
  return {
    record: (span) => {
      const endedAt = Date.now();
      const options = {
        kind: kinds[span.kind],
        startTime: endedAt - span.milliseconds,
        attributes: span.attributes ?? {},
      };
      const started = ids.as(span, () => tracer.startSpan(span.name, options, contextOf(span)));
      if (span.isFailed) started.setStatus({ code: SpanStatusCode.ERROR });
      started.end(endedAt);
    },
    async close() {
      await Promise.allSettled([spans.shutdown(), meters.shutdown({ timeoutMillis: timeout })]);
      diag.disable();
    },
  };
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** The context of a span with a parent. One without begins its trace. */
function contextOf({ traceId, parent, isSampled = true }: FinishedSpan) {
  const spanId = parent && parentIdOf(parent);
  if (!traceId || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** The packages report failures with the response of the collector, which may be anything: only that it failed. */
function warnOfFailures(logger: Pick<Logger, 'warn'>): void {
  let warnedAt = -Infinity;
  const warn = (): void => {
    const now = performance.now();
    if (now - warnedAt < warningInterval) return;
    warnedAt = now;
    logger.warn('telemetry: export failed; what was recorded is dropped');
  };
  const ignore = (): void => undefined;
  const silent = { info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger({ ...silent, error: warn, warn }, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
