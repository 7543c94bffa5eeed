import { TrieRouter } from 'hono/router/trie-router';
import { HttpFailure } from './failures.ts';
import type { Method } from './route.ts';

/** The target of a request, and its path parameters. */
interface RouteMatch<T> {
  target: T;
  parameters: Record<string, string>;
}

/** Routes requests. */
export interface Router<T> {
  /** Treats HEAD as GET. Throws 404 for an unknown path, 405 for an unsupported method. */
  find(method: string, path: string): RouteMatch<T>;
  /** The methods of a path. Throws 404 for an unknown path. */
  methodsOf(path: string): string[];
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function createRouter<T extends { method: Method; path: string }>({
  prefix,
  routes,
}: {
  prefix: string;
  routes: readonly T[];
}): Router<T> {
  const trie = new TrieRouter<T>();
  for (const target of routes) trie.add(target.method, prefix + target.path, target);
  const match = (method: string, path: string): RouteMatch<T> | undefined => {
    const [first] = trie.match(method, path)[0] as [T, Record<string, string>][];
    return first && { target: first[0], parameters: Object.fromEntries(Object.entries(first[1]).map(decoded)) };
  };
  const methodsOf = (path: string): string[] => {
    const allowed = methods.filter((method) => match(method, path));
    if (!allowed.length) throw new HttpFailure(404, 'There is nothing at this address.');
    return [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  };
  return {
    methodsOf,
    find(method, path) {
      const route = match(method === 'HEAD' ? 'GET' : method, path);
      if (route) return route;
      const allow = methodsOf(path).join(', ');
      throw new HttpFailure(405, 'This address does not support this method.', { headers: { allow } });
    },
  };
}

function decoded([name, written]: [string, string]): [string, string] {
  try {
    return [name, decodeURIComponent(written)];
  } catch {
    throw new HttpFailure(400, 'Must be valid percent-encoded UTF-8.', { path: [name] });
  }
}
