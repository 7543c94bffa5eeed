/** The type of the texts of all languages, which follows from those in English: any text instead of the English one. */
export type Widened<Value> = Value extends (...args: infer Values) => string
  ? (...args: Values) => string
  : Value extends string
    ? string
    : { readonly [Name in keyof Value]: Widened<Value[Name]> };
