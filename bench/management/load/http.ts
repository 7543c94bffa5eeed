import type { Answer } from '../../shared/load/answers.ts';

/** A complete HTTP/1.1 request with a JSON body, or none. */
export function httpRequest(method: string, path: string, token: string, body?: object): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: bench.localhost',
    `Authorization: Bearer ${token}`,
    'Accept: application/json',
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}

const anError = Buffer.from('"errors"');

/** Throws if the response is a refusal, by its status or by GraphQL errors. */
export function expectSuccess({ status, body }: Answer): void {
  if (status > 199 && status < 300 && !body.includes(anError)) return;
  throw new Error(`A request failed with ${status}: ${body.toString().slice(0, 500)}. The run is void.`);
}
