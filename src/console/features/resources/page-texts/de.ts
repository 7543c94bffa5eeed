import type { Texts } from './en.ts';

export const texts: Texts = {
  served: 'Bedient von',
  servedText: 'Die Anwendungen, die diese API sind: Sie erhalten ihre Token und können sie weiter tauschen.',
  servedNone:
    'Keine Anwendung ist als diese API eingetragen. Eine eingetragene kann ihre Token prüfen (Introspection) und darauf beschränkt werden, sie zu tauschen.',
  builtIn: 'Die Plattform bedient sie.',
  add: 'Anwendung hinzufügen',
  remove: 'Entfernen',
  tooMany: 'Sie bedient mehr als 100 API-Ressourcen',
  reached: 'Erreicht von',
  reachedText:
    'Anwendungen, die in 30 Tagen (UTC) Token für sie getauscht haben, und solche, deren Regeln sie nennen. Eine Anwendung ohne Regel für API-Ressourcen kann das auch.',
  reachedNone: 'In 30 Tagen hat keine Anwendung ein Token für sie getauscht, und keine hat Regeln, die sie nennen.',
  unread: 'Was getauscht wurde, wird nicht gezeigt: Dazu braucht es exchanges:read.',
  mayAll: 'Anwendungen, die Token tauschen dürfen',
  exchanges: 'Ihre Austauschvorgänge',
  granted: 'In 30 Tagen',
  refused: 'Abgelehnt',
  scopes: 'Erteilte Scopes',
  last: 'Zuletzt',
  rules: 'Regeln',
  named: 'nennen sie',
  unused: 'nennen sie, unbenutzt',
  unnamed: 'nennen sie nicht',
  more: 'Es gibt weitere Anwendungen, deren Regeln sie nennen.',
};
