import { CloseCode, type Message, MessageType, parseMessage } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Send } from '../../delivery/event-log/subscribe.ts';
import { socketLimits } from '../context/limits.ts';
import type { SocketOperations } from './socket-operations.ts';
import { closeWith } from './socket-stream.ts';

interface Services {
  socket: WebSocket;
  send: Send<string>;
  operations: SocketOperations;
  /** Passes the message on to graphql-ws. */
  receive(text: string): Promise<void>;
  /** The errors of an operation beyond the limit. */
  tooMany(): readonly object[];
}

/**
 * Reads the messages of one client before graphql-ws does. graphql-ws forgets an operation at `complete`, while it
 * still runs: its id could be used twice at a time, and the number of operations would have no limit. And it fails at
 * messages that only servers send.
 */
export function createMessageReader({ socket, send, operations, receive, tooMany }: Services) {
  return async function read(text: string): Promise<void> {
    const message = parseClientMessage(text);
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
    // A long payload is not echoed.
    if (message.type === MessageType.Ping && text.length > socketLimits.echo) return send(pong);
    return receive(text);
  };
}

const pong = JSON.stringify({ type: MessageType.Pong });

const serverMessages: readonly MessageType[] = [MessageType.ConnectionAck, MessageType.Next, MessageType.Error];

function parseClientMessage(text: string): Message | undefined {
  try {
    const message = parseMessage(text);
    return serverMessages.includes(message.type) ? undefined : message;
  } catch {
    return undefined;
  }
}
