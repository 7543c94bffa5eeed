const tags = ['en', 'de'] as const;
export type Language = (typeof tags)[number];

/** The language that was chosen in this browser; otherwise the first of the browser's that exists. */
export function preferredLanguage(): Language {
  const preferred = [chosenLanguage() ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  return preferred.flatMap((tag) => tags.find((one) => one === tag) ?? [])[0] ?? 'en';
}

/** Null if none was chosen, and in a browser that blocks the storage of this address. */
function chosenLanguage(): string | null {
  try {
    return localStorage.getItem('language');
  } catch {
    return null;
  }
}
