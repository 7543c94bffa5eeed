import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace';
import { isId, uuidOf } from '../ids/ids.ts';
import type { FinishedSpan } from './spans.ts';

/** Ids of spans: those that were sent before, otherwise random ones. */
interface SpanIds extends IdGenerator {
  /** Begins a span with the ids that are given. */
  as<T>(span: Pick<FinishedSpan, 'traceId' | 'spanId'>, begin: () => T): T;
}

export function createSpanIds(): SpanIds {
  const random = new RandomIdGenerator();
  let current: Pick<FinishedSpan, 'traceId' | 'spanId'> = {};
  return {
    generateTraceId: () => current.traceId ?? random.generateTraceId(),
    generateSpanId: () => current.spanId ?? random.generateSpanId(),
    as(span, begin) {
      current = span;
      try {
        return begin();
      } finally {
        current = {};
      }
    },
  };
}

/** The id of a parent span. That of a request is in its request id (http/request-ids.ts). */
export function parentIdOf(parent: NonNullable<FinishedSpan['parent']>): string | undefined {
  if ('spanId' in parent) return parent.spanId;
  return isId('request', parent.requestId) ? uuidOf(parent.requestId).replaceAll('-', '').slice(16) : undefined;
}
