/** The place of a request in a trace (W3C Trace Context). */
interface TraceContext {
  /** 32 hex digits. */
  traceId: string;
  /** The span that caused the request: 16 hex digits. */
  spanId: string;
  /** Whether the caller may have recorded the trace. */
  isSampled: boolean;
}

// W3C Trace Context §3.2: no id is all zeros. Later versions may append members, version 00 has none.
const pattern = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Reads a `traceparent`. Undefined for anything that is not well-formed, which is then ignored (§3.2.4). */
export function readTraceparent(value: unknown): TraceContext | undefined {
  if (typeof value !== 'string' || value.length > 200) return undefined;
  const [, version, traceId, spanId, flags, more] = pattern.exec(value) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && more !== undefined)) return undefined;
  return { traceId, spanId, isSampled: (Number(`0x${flags}`) & 1) === 1 };
}

/** Writes a `traceparent`. */
export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

/** The id of a span that is identified by a UUID: its last 16 hex digits, which are never all zeros (RFC 9562 §4.1). */
export const spanIdOf = (uuid: string): string => uuid.replaceAll('-', '').slice(16);

/** The ids of a request: in its response, its log lines and the events that it causes. */
export interface RequestIds {
  requestId: string;
  /** Id of the trace that the caller has begun; otherwise of one that begins with this request. */
  traceId: string;
}

/** The ids of a request whose id contains this UUID. The caller determines the trace, and nothing else. */
export function identify(
  requestId: string,
  uuid: string,
  traceparent: unknown,
): RequestIds & { /** For the response: the request as a span. */ traceparent: string } {
  const { traceId = uuid.replaceAll('-', ''), isSampled = true } = readTraceparent(traceparent) ?? {};
  return { requestId, traceId, traceparent: traceparentOf({ traceId, spanId: spanIdOf(uuid), isSampled }) };
}

/** Trace id and span id, without flags. */
export const requestIdsIn = ({ requestId, traceId }: RequestIds): RequestIds => ({ requestId, traceId });
