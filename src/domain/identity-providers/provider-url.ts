import { webAddressSchema } from '../text.ts';

/** Hosts of the machine itself, which are reached without a network. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const hasTls = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol !== 'http:' || loopback.test(url.hostname);
};
const isPlain = (text: string): boolean => {
  const url = URL.parse(text);
  return url === null || !(url.username || url.password || text.includes('#') || text.includes('?'));
};

/** An address at an identity provider. Whether it is in a network that may be reached is checked at each connection. */
export const providerUrlSchema = webAddressSchema
  .refine(hasTls, 'Must be an https URL.')
  .refine(isPlain, 'Must not have a user name, a query or a fragment.')
  .meta({ format: 'uri' });
