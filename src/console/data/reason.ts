/** Why something is refused: the code of the platform, or what could not be read; and its message, in English. */
export interface Reason {
  code: string;
  message?: string;
  /** The field that it concerns. */
  path?: readonly (string | number)[];
  /** Of an unexpected error: under which it is logged. */
  reference?: string;
  minimum?: number;
  maximum?: number;
}
