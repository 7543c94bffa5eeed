import { causesOf, messageOf } from '../error-message.ts';

/** The database cannot be used. The message is a sentence for the operator. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}

/** The cause of a failure on one line. */
export const reasonOf = (error: unknown): string =>
  causesOf(error)
    .map((cause) => certificateProblems[codeOf(cause)] ?? messageOf(cause))
    .join(', ');

export const codeOf = (error: unknown): string => {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

const untrusted =
  'the certificate of the server is not signed by a trusted root: set sslrootcert to a file with that root';

/** Codes of Node.js, whose own messages advise flags of its command line. */
const certificateProblems: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
};
