import { expect, it } from 'vitest';
import { withRegistered } from '../../../src/oidc/provider/requests/registered-resources.ts';

const hosts = Array.from({ length: 90 }, (_, index) => `https://api-${index}.example`);

it('all resources of a request are found in one read, and everything else stays as it was written', async () => {
  const reads: (readonly string[])[] = [];
  const find = (indicators: readonly string[]) => {
    reads.push(indicators);
    return Promise.resolve(
      new Map(indicators.map((one) => [one, one.startsWith('https://api-1.') ? (hosts[1] ?? '') : one])),
    );
  };
  const others = 'client_id=a+b&resource=urn%3aorders&resource=%ff&scope=%20';
  const given = hosts.map((host) => `resource=${host}/`).join('&');
  const written = await withRegistered(`${given}&${others}`, '/token', find);
  expect(reads).toEqual([hosts.map((host) => `${host}/`)]);
  const expected = given.replace('resource=https://api-1.example/', 'resource=https%3A%2F%2Fapi-1.example');
  expect(written).toBe(`${expected}&${others}`);
});

it('a request without such a resource, or to another endpoint, reads nothing', async () => {
  const find = () => Promise.reject(new Error('a read'));
  expect(await withRegistered('resource=urn:orders&x=1', '/token', find)).toBe('resource=urn:orders&x=1');
  expect(await withRegistered('resource=https://a.example', '/me', find)).toBe('resource=https://a.example');
});
