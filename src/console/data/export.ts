// Receives an export into a file. Only a complete one is saved without a question.
import { accessToken } from '../session/session.ts';

export type ExportFormat = 'ndjson' | 'csv';

export interface Export {
  file: Blob;
  /** Null if it is complete, otherwise the reason; empty if the connection was lost. */
  failure: string | null;
  /** Number of records; null if the format does not contain it. */
  count: number | null;
}

/** Bytes that are collected before they are handed to the browser, which keeps large files on disk. */
const chunkSize = 4_000_000;
/** Characters of the end that are kept: its last line is short. */
const tailLength = 4096;

/** Receives all records that an address of /api/export selects. Throws what the platform answers if it refuses. */
export async function receiveExport(
  address: string,
  format: ExportFormat,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Export> {
  const headers = { authorization: `Bearer ${(await accessToken()) ?? ''}` };
  const response = await fetch(address, { headers, signal });
  if (!response.ok || !response.body) throw new Error(await refusalOf(response));
  const type = response.headers.get('content-type') ?? '';
  const { parts, tail, isCut } = await collect(response.body, onProgress);
  signal.throwIfAborted();
  const file = new Blob(parts, { type });
  if (isCut) return { file, failure: '', count: null };
  return { file, ...(format === 'csv' ? { failure: null, count: null } : endOf(tail)) };
}

async function collect(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onProgress: (bytes: number) => void,
): Promise<{ parts: Blob[]; tail: string; isCut: boolean }> {
  const parts: Blob[] = [];
  const decoder = new TextDecoder();
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let total = 0;
  let tail = '';
  const keep = (): void => {
    parts.push(new Blob(chunks));
    chunks = [];
    size = 0;
  };
  try {
    for await (const chunk of chunksOf(body)) {
      chunks.push(chunk);
      size += chunk.length;
      total += chunk.length;
      tail = (tail + decoder.decode(chunk, { stream: true })).slice(-tailLength);
      if (size > chunkSize) keep();
      onProgress(total);
    }
    keep();
    return { parts, tail, isCut: false };
  } catch {
    keep();
    return { parts, tail, isCut: true };
  }
}

/** Not every browser can iterate over a stream. */
async function* chunksOf<Chunk>(body: ReadableStream<Chunk>): AsyncGenerator<Chunk> {
  const reader = body.getReader();
  for (;;) {
    const { done: isAtEnd, value } = await reader.read();
    if (isAtEnd) return;
    yield value;
  }
}

/** The statement of the last line: the count, or why the export is incomplete. */
function endOf(tail: string): Pick<Export, 'failure' | 'count'> {
  try {
    const end = JSON.parse(tail.trimEnd().split('\n').at(-1) ?? '') as {
      done?: boolean;
      count?: number;
      failure?: { message?: string; code?: string };
    };
    if (end.done === true) return { failure: null, count: end.count ?? null };
    return { failure: end.failure?.message ?? end.failure?.code ?? '', count: null };
  } catch {
    return { failure: '', count: null };
  }
}

/** The statement of a problem document. */
async function refusalOf(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as { detail?: string; title?: string };
  return problem.detail ?? problem.title ?? String(response.status);
}

/** Saves a file as a download. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Later: some browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
