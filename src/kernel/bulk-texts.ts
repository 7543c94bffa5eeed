/** The texts of the parts of the result of a bulk operation. */
export const bulkTexts = {
  results: 'Results of the items, in the order of the input.',
  index: 'Index of the item, starting at 0.',
  failure: 'Why the item failed; null if it succeeded.',
  succeeded: 'Number of items that succeeded.',
  failed: 'Number of items that failed.',
} as const;
