import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import type { Metrics } from '../server/metrics.ts';
import type { Logger } from '../platform/logger.ts';
import type { RecordSpan } from '../platform/telemetry/spans.ts';

/** The signals that are exported to a collector. */
export interface Exporting {
  /** Undefined without a collector. */
  recordSpan: RecordSpan | undefined;
  /** Exports these metrics, too. */
  exportMetrics(metrics: Pick<Metrics, 'registries'>): void;
}

/** Starts to export if there is a collector; the packages are not loaded otherwise. */
export async function openExport(
  { otlpEndpoint: endpoint }: Pick<Config, 'otlpEndpoint'>,
  logger: Logger,
  opened: AsyncDisposableStack,
): Promise<Exporting> {
  if (endpoint === undefined) return { recordSpan: undefined, exportMetrics: () => undefined };
  const [telemetry, { createPrometheusProducer }] = await Promise.all([
    import('../platform/telemetry/open-telemetry.ts'),
    import('../platform/telemetry/prometheus-producer.ts'),
  ]);
  let registries: Metrics['registries'] = () => [];
  const metrics = createPrometheusProducer(() => registries());
  const { version } = packageJson;
  const { record, close } = telemetry.openTelemetry({ endpoint, version, metrics, logger });
  opened.defer(close);
  return {
    recordSpan: record,
    exportMetrics: (source) => {
      registries = source.registries;
    },
  };
}
