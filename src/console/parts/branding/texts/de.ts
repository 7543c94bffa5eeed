import type { Texts } from './en.ts';

export const texts: Texts = {
  title: 'Branding',
  explanations: {
    updateApplication:
      'So sehen die Seiten und Mails dieser Anwendung aus. Was leer ist, gilt wie im Anmeldeverfahren festgelegt.',
    updateSignInExperience:
      'So sehen Seiten und Mails aus. Anwendungen können ein eigenes Branding haben, das Vorrang hat.',
  },
  name: 'Name',
  nameHint: 'Oben, neben dem Logo.',
  favicon: 'Symbol im Browser-Tab',
  schemes: { light: 'Helle Farben', dark: 'Dunkle Farben' },
  logo: 'Logo',
  accent: 'Schaltflächen und Links',
  background: 'Hintergrund der Seite',
  pick: 'Farbe auswählen',
  hex: 'Sechs Hexadezimalziffern, zum Beispiel #0b6e4f.',
  choose: 'Bild auswählen',
  remove: 'Entfernen',
  noImage: 'Das ist kein Bild in PNG, JPEG oder WebP.',
  none: 'keines',
  textOn: { '#ffffff': 'Weißer Text darauf', '#000000': 'Schwarzer Text darauf' },
  links: 'Links auf der Karte',
  isGood: 'gut lesbar',
  isLittle: (least) => `zu wenig: mindestens ${least}`,
  save: 'Änderungen speichern',
  drop: 'Verwerfen',
};
