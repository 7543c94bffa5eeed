import { count } from '../../../words/de-numbers.ts';
import type { Texts } from './en.ts';

export const texts: Texts = {
  events: {
    finds: 'Id von Datensatz, Anfrage oder Trace',
    pinned: 'Oben behalten',
    lastMinute: (number) => `${count.format(number)} in der letzten Minute`,
    channel: 'Kanal',
    family: 'Familie',
    subjectKind: 'Art des Datensatzes',
    actorKind: 'Art des Akteurs',
    notSent: 'Es wurde noch an keinen Webhook gesendet.',
    when: 'Wann',
    about: 'Über',
    cause: 'Ursache',
    changed: 'Geändert',
    earlier: 'Vorheriges über diesen Datensatz',
    later: 'Nächstes über diesen Datensatz',
    neighbors: 'Ereignisse über diesen Datensatz',
    allAbout: 'Alle über diesen Datensatz',
    sameTrace: 'derselbe Trace',
    comparison: {
      title: 'Vergleichen',
      other: 'Ein anderes Ereignis über diesen Datensatz',
      choose: 'Anderes Ereignis wählen',
      previous: 'Mit dem vorherigen vergleichen',
      text: 'Der Datensatz nach diesem Ereignis neben dem, was er bei einem anderen war: die Felder, die abweichen.',
      same: 'Zwischen diesen Ereignissen weicht kein Feld ab.',
      field: 'Feld',
      notComparable: 'Dieses Ereignis gibt es nicht, oder es ist über einen anderen Datensatz.',
    },
    pause: 'Anhalten',
    resume: (number) => `Fortsetzen: ${count.format(number)} warten`,
    nothingSince: (since) => `Nichts seit ${since}.`,
    nothingBetween: (since, until) => `Nichts von ${since} bis zur Pause um ${until}.`,
    makeWebhook: 'Webhook daraus machen',
  },
};
