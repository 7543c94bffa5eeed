import type { Texts } from './en.ts';

export const texts: Texts = {
  holder: 'Diese Rolle an eine Person vergeben, zum Beispiel an sich selbst',
  newPerson: 'oder einen Benutzer mit dieser Rolle anlegen',
  afterRole: 'sobald es eine Rolle gibt',
  explain: 'Ansehen, was ein Token enthalten würde',
  first: 'Das erste Token austauschen',
};
