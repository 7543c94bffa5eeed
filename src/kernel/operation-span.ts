import { Failure } from '../domain/failure.ts';
import { type RecordSpan, withSpan } from '../platform/telemetry/spans.ts';
import type { Origin } from './types.ts';

/** Records a run of an operation as a span of its request. A refusal is not a failure of the platform. */
export function withOperationSpan<T>(
  record: RecordSpan | undefined,
  name: string,
  { requestId, traceId, channel }: Origin,
  work: () => Promise<T>,
): Promise<T> {
  const attributes = { 'mandate.channel': channel };
  const span = { name: `operation ${name}`, kind: 'internal', attributes, traceId, parent: { requestId } } as const;
  return withSpan(record, span, work, refusalOf);
}

const refusalOf = (error: unknown): { 'mandate.refusal': string } | undefined =>
  error instanceof Failure ? { 'mandate.refusal': error.code } : undefined;
