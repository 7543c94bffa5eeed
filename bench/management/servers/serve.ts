import { createServer, type IncomingMessage } from 'node:http';

// The common part of the bare servers: node:http, a parsed JSON body, a JSON response. So HTTP costs them as much as
// the platform.

type Body = Record<string, string>;
export type Routes = Record<string, (id: string, body: Body) => Promise<object>>;

/**
 * Serves "METHOD /users", "METHOD /users/:id" and "METHOD /users/:id/something" (with ":id" for the id), and `GET
 * /readyz`.
 */
export function serve(routes: Routes): void {
  const server = createServer((request, response) => {
    answer(request, routes).then(
      (body) => {
        const text = JSON.stringify(body);
        const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
        response.writeHead(200, headers).end(text);
      },
      (error: unknown) => {
        console.error(error);
        response.writeHead(500, { 'content-length': 0 }).end();
      },
    );
  });
  server.listen(Number(process.env['PORT']), '127.0.0.1');
}

async function answer(request: IncomingMessage, routes: Routes): Promise<object> {
  const { method = '', url = '' } = request;
  if (url === '/readyz') return {};
  const text = await readText(request);
  const id = /user_[0-9a-z]{26}/.exec(url)?.[0] ?? '';
  const route = routes[`${method} ${id ? url.replace(id, ':id') : url}`];
  if (!route) throw new Error(`${method} ${url}`);
  return route(id, text ? (JSON.parse(text) as Body) : {});
}

function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => request.once('end', () => resolve(Buffer.concat(chunks).toString())));
}
