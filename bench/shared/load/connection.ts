import { once } from 'node:events';
import { connect } from 'node:net';
import { type Answer, createAnswerReader } from './answers.ts';

/** A keep-alive connection with one request in progress at a time. */
export interface Connection {
  /** Sends a complete HTTP request. Rejects if the connection fails or no response arrives within ten seconds. */
  ask(request: Buffer): Promise<Answer>;
  close(): void;
}

const answerLimitMs = 10_000;

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1').setNoDelay().setTimeout(answerLimitMs);
  let waiting: PromiseWithResolvers<Answer> | undefined;
  const fail = (error: Error) => waiting?.reject(error);
  const read = createAnswerReader((answer) => waiting?.resolve(answer));
  await once(socket, 'connect');
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      fail(error as Error);
    }
  });
  socket.on('timeout', () => socket.destroy(new Error('The server did not respond in time.')));
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed the connection.')));
  return {
    ask(request) {
      waiting = Promise.withResolvers<Answer>();
      socket.write(request);
      return waiting.promise;
    },
    close: () => void socket.end(),
  };
}
