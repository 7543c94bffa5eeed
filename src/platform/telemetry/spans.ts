/** A finished piece of work in a trace. It ends when it is recorded. */
export interface FinishedSpan {
  name: string;
  kind: 'server' | 'client' | 'internal';
  milliseconds: number;
  isFailed?: boolean;
  /** Without secrets and without input of clients. */
  attributes?: Record<string, string | number | boolean>;
  /** The trace that it belongs to; a new one if there is none. */
  traceId?: string | null | undefined;
  /** Its id, if it was sent before; otherwise a random one. */
  spanId?: string | undefined;
  /** The span that caused it: that of a caller, or of a request to this platform. */
  parent?: { spanId: string } | { requestId: string } | undefined;
  /** Whether the caller samples the trace; otherwise nothing is exported. */
  isSampled?: boolean | undefined;
}

/** Exports a span. Returns at once, and never throws. */
export type RecordSpan = (span: FinishedSpan) => void;

/**
 * Records the work as a span. Without `record`, the work runs as if there was none. `refusalOf` returns the attributes
 * of an error that is not a failure.
 */
export const withSpan = <T>(
  record: RecordSpan | undefined,
  span: OpenSpan,
  work: () => Promise<T>,
  refusalOf: RefusalOf = () => undefined,
): Promise<T> => (record ? recorded(record, span, work, refusalOf) : work());

type OpenSpan = Omit<FinishedSpan, 'milliseconds' | 'isFailed'>;
type RefusalOf = (error: unknown) => FinishedSpan['attributes'] | undefined;

async function recorded<T>(
  record: RecordSpan,
  span: OpenSpan,
  work: () => Promise<T>,
  refusalOf: RefusalOf,
): Promise<T> {
  const started = performance.now();
  let outcome: Pick<FinishedSpan, 'isFailed' | 'attributes'> = { isFailed: false };
  try {
    return await work();
  } catch (error) {
    const refusal = refusalOf(error);
    outcome = refusal ? { isFailed: false, attributes: { ...span.attributes, ...refusal } } : { isFailed: true };
    throw error;
  } finally {
    record({ ...span, milliseconds: performance.now() - started, ...outcome });
  }
}
