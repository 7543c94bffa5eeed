import { publicUrl } from '../events/servers.ts';
import { exchangeOf } from '../exchange/fixture/exchanges.ts';
import { readSigningKey } from '../exchange/fixture/keys.ts';
import type { Scale } from '../exchange/fixture/people.ts';
import { basicAuthorization, formOf, subjectToken } from '../exchange/fixture/requests.ts';
import type { Exchange } from './rate.ts';

/** Exchanges of different people, whose subject tokens the platform has signed. */
export async function exchangesOf(url: string, scale: Scale): Promise<Exchange[]> {
  const key = await readSigningKey(url);
  const source = {
    kid: key.id,
    privateKey: key.privateKey,
    issuer: `${publicUrl}/oidc`,
    now: Math.floor(Date.now() / 1000),
  };
  return Array.from({ length: 2000 }, (_, index) => {
    const exchange = exchangeOf(index, scale);
    return {
      authorization: basicAuthorization(exchange),
      form: formOf(exchange, subjectToken(exchange, index, source)),
    };
  });
}
