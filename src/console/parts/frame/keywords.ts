/** Words that find a page of the palette beside its title, in each language: the question that it answers. */
export const keywordsOfPages: Readonly<Record<string, string>> = {
  '/explain': 'why refused missing scope warum abgelehnt fehlender Scope fehlt',
};
