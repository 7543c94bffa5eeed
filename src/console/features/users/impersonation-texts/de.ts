import type { Texts } from './en.ts';

export const texts: Texts = {
  title: 'Wer im Namen dieses Benutzers handelt',
  empty: 'Niemand handelt im Namen dieses Benutzers.',
  act: 'Im Namen dieses Benutzers handeln',
  end: 'Beenden',
  through: 'über',
  until: 'bis',
  explanation:
    'Eine Anwendung, die das darf, tauscht das Token einmal aus. Der Benutzer sieht, wer in seinem Namen gehandelt hat und warum.',
  code: 'Token austauschen',
};
