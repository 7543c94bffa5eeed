/** A response that fails a check of ours. The message is for administrators. */
export class Invalid extends Error {}
