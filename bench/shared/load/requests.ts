/** Complete HTTP requests, ready to be written to a socket: their concatenated bytes, and the start of each. */
export interface RequestSet {
  bytes: Uint8Array;
  /** One more than there are requests: the last one is the end of the bytes. */
  starts: Uint32Array;
}

/** Packs requests, so that they can be sent to another process in one piece. */
export function packRequests(requests: readonly Buffer[]): RequestSet {
  const starts = new Uint32Array(requests.length + 1);
  requests.forEach((request, index) => {
    starts[index + 1] = (starts[index] ?? 0) + request.length;
  });
  return { bytes: Buffer.concat(requests), starts };
}

/** The unpacked requests, each a view of the bytes. */
export function unpackRequests({ bytes, starts }: RequestSet): Buffer[] {
  return Array.from({ length: starts.length - 1 }, (_, index) =>
    Buffer.from(bytes.buffer, bytes.byteOffset + (starts[index] ?? 0), (starts[index + 1] ?? 0) - (starts[index] ?? 0)),
  );
}
