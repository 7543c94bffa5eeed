import { Failure } from '../domain/failure.ts';
import type { RecordSpan } from '../platform/telemetry/spans.ts';
import type { Origin } from './types.ts';

/** Records a run of an operation as a span of its request. A refusal is not a failure of the platform. */
export const withOperationSpan = <T>(
  record: RecordSpan | undefined,
  name: string,
  origin: Origin,
  work: () => Promise<T>,
): Promise<T> => (record ? recorded(record, name, origin, work) : work());

async function recorded<T>(
  record: RecordSpan,
  name: string,
  { requestId, traceId, channel }: Origin,
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  let refusal: string | undefined;
  let isFailed = false;
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) refusal = error.code;
    else isFailed = true;
    throw error;
  } finally {
    record({
      name: `operation ${name}`,
      kind: 'internal',
      milliseconds: performance.now() - started,
      isFailed,
      attributes: { 'mandate.channel': channel, ...(refusal !== undefined && { 'mandate.refusal': refusal }) },
      traceId,
      parent: { requestId },
    });
  }
}
