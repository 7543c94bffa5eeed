import { webAddressSchema } from '../text.ts';

/** Hosts of the machine itself, which are reached without a network. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const hasTls = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol !== 'http:' || loopback.test(url.hostname);
};
const hasNo =
  (...parts: readonly string[]) =>
  (text: string): boolean => {
    const url = URL.parse(text);
    return url === null || !(url.username || url.password || parts.some((part) => text.includes(part)));
  };

const withTls = webAddressSchema.refine(hasTls, 'Must be an https URL.').meta({ format: 'uri' });

/** An address at an identity provider. Whether it is in a network that may be reached is checked at each connection. */
export const providerUrlSchema = withTls
  .refine(hasNo('#', '?'), 'Must not have a user name, a query or a fragment.')
  .meta({ format: 'uri' });

/** The same of SAML, whose addresses may have a query. */
export const samlUrlSchema = withTls
  .refine(hasNo('#'), 'Must not have a user name or a fragment.')
  .meta({ format: 'uri' });
