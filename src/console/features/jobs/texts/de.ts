import { count } from '../../../words/de-numbers.ts';
import type { Texts } from './en.ts';

export const texts: Texts = {
  jobs: {
    finds: 'Operation oder ID',
    empty: 'Ein Auftrag führt eine Operation für alle Benutzer aus, die ein Filter auswählt.',
    create: 'Auftrag starten',
    progress: 'Fortschritt',
    done: (amount, total) => `${count.format(amount)} von ${count.format(total)} Benutzern`,
    failed: 'Fehlgeschlagen',
    failures: 'Die ersten Fehler',
    reason: 'Grund für das Ende',
    finished: 'Beendet',
    cancel: 'Abbrechen',
    input: 'Eingabe',
  },
};
