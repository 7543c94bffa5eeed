import { CloseCode, type Message, MessageType, parseMessage } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { socketLimits } from '../request/limits.ts';
import type { SocketOperations } from './socket-operations.ts';
import { closeWith, type Send } from './socket-stream.ts';

interface Services {
  socket: WebSocket;
  send: Send;
  operations: SocketOperations;
  /** What the protocol does with a message. */
  receive(text: string): Promise<void>;
  /** The errors that an operation too many is answered with. */
  tooMany(): readonly object[];
}

/** Takes the messages of one client before the protocol does, which knows of an operation only while it runs, and fails at what a server says. */
export function createMessageReader({ socket, send, operations, receive, tooMany }: Services) {
  return async function read(text: string): Promise<void> {
    const message = messageOf(text);
    if (!message) return closeWith(socket, CloseCode.BadRequest, 'Invalid message received');
    if (message.type === MessageType.Subscribe) {
      const { id } = message;
      if (operations.isTaken(id)) {
        return closeWith(socket, CloseCode.SubscriberAlreadyExists, `Subscriber for ${id} already exists`);
      }
      if (!operations.isFull(id)) return operations.begin(id, () => receive(text));
      return send(JSON.stringify({ id, type: MessageType.Error, payload: tooMany() }));
    }
    if (message.type === MessageType.Complete) operations.complete(message.id);
    // What is long is not said again.
    if (message.type === MessageType.Ping && text.length > socketLimits.echo) return send(pong);
    return receive(text);
  };
}

const pong = JSON.stringify({ type: MessageType.Pong });

const fromServers: readonly MessageType[] = [MessageType.ConnectionAck, MessageType.Next, MessageType.Error];

/** A message of a client; undefined when it is none. */
function messageOf(text: string): Message | undefined {
  try {
    const message = parseMessage(text);
    return fromServers.includes(message.type) ? undefined : message;
  } catch {
    return undefined;
  }
}
