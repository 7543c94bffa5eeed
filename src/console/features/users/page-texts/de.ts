import type { Texts } from './en.ts';

export const texts: Texts = {
  impersonation: {
    title: 'Wer im Namen dieses Benutzers handelt',
    empty: 'Niemand handelt im Namen dieses Benutzers.',
    act: 'Im Namen dieses Benutzers handeln',
    end: 'Beenden',
    through: 'über',
    until: 'bis',
    explanation:
      'Eine Anwendung, die das darf, tauscht das Token einmal aus. Der Benutzer sieht, wer in seinem Namen gehandelt hat und warum.',
    code: 'Token austauschen',
  },
  withoutFactor: {
    password: 'Nur Passwort: Es gibt keinen zweiten Faktor.',
    identity: 'Kein Passwort und kein zweiter Faktor: Die Anmeldung läuft über einen Identitätsanbieter.',
    email: 'Kein Passwort und kein zweiter Faktor: Die Anmeldung läuft mit einem Code per E-Mail.',
    phone: 'Kein Passwort und kein zweiter Faktor: Die Anmeldung läuft mit einem Code per SMS.',
    none: 'Kein Passwort und kein zweiter Faktor: Eine Anmeldung ist noch nicht möglich.',
    unknown: 'Kein Passwort und kein zweiter Faktor.',
  },
};
