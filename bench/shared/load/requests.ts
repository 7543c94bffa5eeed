/** Whole HTTP requests, ready to be written to a socket: the bytes of all, one after the other, and where each begins. */
export interface RequestSet {
  bytes: Uint8Array;
  /** One more than there are requests: the last one is where the bytes end. */
  starts: Uint32Array;
}

/** Puts requests together; it can be sent to another process in one piece. */
export function packRequests(requests: readonly Buffer[]): RequestSet {
  const starts = new Uint32Array(requests.length + 1);
  requests.forEach((request, index) => {
    starts[index + 1] = (starts[index] ?? 0) + request.length;
  });
  return { bytes: Buffer.concat(requests), starts };
}

/** The requests again, each a view of the packed bytes. */
export function unpackRequests({ bytes, starts }: RequestSet): Buffer[] {
  return Array.from({ length: starts.length - 1 }, (_, index) =>
    Buffer.from(bytes.buffer, bytes.byteOffset + (starts[index] ?? 0), (starts[index + 1] ?? 0) - (starts[index] ?? 0)),
  );
}
