/** Namespaces of XML. */
export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

export const bindings = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const;

export const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
export const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
/** An address can change, and be given to another person. */
export const emailAddress = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
