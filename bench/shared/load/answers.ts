/** The status and body of an HTTP/1.1 response. */
export interface Answer {
  status: number;
  body: Buffer;
}

const blankLine = '\r\n\r\n';
const nothing: Buffer = Buffer.alloc(0);

/**
 * Splits the bytes of a connection into responses. Only supports responses with a Content-Length, as of the token
 * endpoint; throws for others. A general HTTP client costs the core of the generator several times as much.
 */
export function createAnswerReader(take: (answer: Answer) => void): (chunk: Buffer) => void {
  let pending = nothing;
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const headLength = pending.indexOf(blankLine);
      if (headLength < 0) return;
      const head = pending.toString('latin1', 0, headLength);
      const bodyStart = headLength + blankLine.length;
      const end = bodyStart + contentLength(head);
      if (pending.length < end) return;
      const answer = { status: Number(head.slice(9, 12)), body: pending.subarray(bodyStart, end) };
      pending = pending.length === end ? nothing : pending.subarray(end);
      take(answer);
    }
  };
}

function contentLength(head: string): number {
  // No content has no length either (RFC 9110 §8.6).
  if (head.startsWith('HTTP/1.1 204 ')) return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`A response without Content-Length: ${head.slice(0, 200)}`);
  return Number(length);
}
