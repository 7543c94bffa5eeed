import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers one request. An exception or rejection is logged and answered with 500. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
