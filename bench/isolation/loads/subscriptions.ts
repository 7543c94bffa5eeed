import { WebSocket } from 'ws';
import { type Answers, type Load, send, type Target, wait } from './load.ts';

const sockets = 60;
const perSocket = 100;
/** Events per second. */
const perSecond = 10;

let changes = 0;

interface Message {
  type: string;
  id?: string;
  payload?: { errors?: unknown };
}

/** Opens a socket with a hundred subscriptions, each with a selection of its own. Resolves once all have an answer. */
function open({ port, token }: Target, answers: Answers, number: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws');
  const answered = new Set<string>();
  return new Promise((resolve, reject) => {
    const subscribe = (id: string) => {
      const event = `${id}: event { id type data }`;
      const query = `subscription { events { __typename ... on EventMessage { ${event} } } }`;
      socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query } }));
    };
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
    });
    socket.on('message', (data: Buffer) => {
      const { type, id = '', payload } = JSON.parse(data.toString()) as Message;
      if (type === 'connection_ack') for (let n = 0; n < perSocket; n++) subscribe(`s${number}_${n}`);
      else if (type !== 'next') return;
      else if (answered.has(id)) answers.add('events');
      else {
        answered.add(id);
        answers.add(payload?.errors ? 'refused' : 'subscribed');
        if (answered.size === perSocket) resolve(socket);
      }
    });
    socket.on('error', reject);
  });
}

export const differentSubscriptions: Load = {
  title: `${sockets * perSocket} different subscriptions`,
  mostMilliseconds: 15,
  expects: 'events',
  async start(target, answers) {
    const opened: WebSocket[] = [];
    for (let number = 0; number < sockets; number++) opened.push(await open(target, answers, number));
    const changing = new Set<Promise<unknown>>();
    const timer = setInterval(() => {
      const change = send(target, 'POST', '/api/roles', { name: `Changed ${++changes}` });
      changing.add(change.finally(() => changing.delete(change)));
    }, 1000 / perSecond);
    return {
      async stop() {
        clearInterval(timer);
        await Promise.all(changing);
        for (const socket of opened) socket.terminate();
        // The platform notices that they are closed.
        await wait(500);
      },
    };
  },
};
