/** A text with an emphasized part in its middle. */
export type Emphasis = readonly [before: string, emphasized: string, after: string];
