import { ValueType } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';

type PromMetric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];
type PromValue = PromMetric['values'][number] & { metricName?: string };
type Times = Pick<DataPoint<unknown>, 'startTime' | 'endTime'>;

/** The metrics of Prometheus registries for OTLP, so that there is one list of metrics. */
export function createPrometheusProducer(registries: () => readonly Registry[]): MetricProducer {
  const startTime = hrTime(Date.now());
  return {
    async collect() {
      const groups = await Promise.all(registries().map((registry) => registry.getMetricsAsJSON()));
      const times = { startTime, endTime: hrTime(Date.now()) };
      const metrics = groups.flat().map((metric) => metricOf(metric, times));
      return {
        resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: 'mandate' }, metrics }] },
        errors: [],
      };
    },
  };
}

const hrTime = (milliseconds: number): [number, number] => [
  Math.floor(milliseconds / 1000),
  Math.round((milliseconds % 1000) * 1e6),
];

function metricOf(metric: PromMetric, times: Times): MetricData {
  const { name, help, type } = metric;
  const values = metric.values as PromValue[];
  const base = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if ((type as unknown) === 'histogram') {
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, times) };
  }
  const dataPoints = values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }));
  if ((type as unknown) === 'counter')
    return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  return { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** Prometheus has a cumulative count per bucket and label set; OTLP the count of each bucket. */
function histograms(values: readonly PromValue[], times: Times): DataPoint<Histogram>[] {
  const byLabels = Map.groupBy(values, ({ labels: { le: _le, ...labels } }) => JSON.stringify(labels));
  return [...byLabels].map(([labels, group]) => {
    const buckets = group.filter(({ labels: { le } }) => le !== undefined);
    const boundaries = buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite);
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0));
    const ending = (suffix: string) => group.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0;
    const value = { buckets: { boundaries, counts }, sum: ending('_sum'), count: ending('_count') };
    return { ...times, attributes: JSON.parse(labels) as Record<string, string>, value };
  });
}
