import type { Texts } from './en.ts';

export const texts: Texts = {
  served: 'Bedient von',
  servedText:
    'Die Anwendungen, die diese API bedienen: An sie gehen die Token für diese API, und sie können diese weiter austauschen.',
  servedNone:
    'Keine Anwendung bedient diese API. Eine, die sie bedient, kann die Token für diese API prüfen (Introspection) und darauf beschränkt werden, nur diese auszutauschen.',
  builtIn: 'Die Plattform bedient diese API.',
  add: 'Anwendung hinzufügen',
  remove: 'Entfernen',
  reached: 'Erreicht von',
  some: {
    both: 'Anwendungen, die in 30 Tagen (UTC) Token für diese API ausgetauscht haben, und solche, deren Regeln sie nennen. Eine Anwendung ohne Regel für API-Ressourcen kann das auch.',
    used: 'Anwendungen, die in 30 Tagen (UTC) Token für diese API ausgetauscht haben.',
    rules:
      'Anwendungen, deren Regeln diese API nennen. Eine Anwendung ohne Regel für API-Ressourcen erreicht sie auch.',
  },
  none: {
    both: 'In 30 Tagen ist kein Austausch für diese API festgehalten, und keine Anwendung hat Regeln, die sie nennen.',
    used: 'In 30 Tagen ist kein Austausch für diese API festgehalten.',
    rules: 'Keine Anwendung hat Regeln, die diese API nennen.',
  },
  unread: 'Was ausgetauscht wurde, wird nicht gezeigt: Dazu braucht es exchanges:read.',
  unreadRules: 'Welche Regeln die API nennen, wird nicht gezeigt: Dazu braucht es applications:read.',
  mayAll: 'Anwendungen, die Token austauschen dürfen',
  exchanges: 'Token-Austausch für diese API',
  granted: 'In 30 Tagen',
  refused: 'Abgelehnt',
  scopes: 'Gewährte Scopes',
  last: 'Zuletzt',
  rules: 'Regeln',
  rule: {
    every: 'erlauben jede API',
    named: 'erlauben diese API',
    unused: 'erlauben diese API, unbenutzt',
    unnamed: 'erlauben diese API nicht',
    scopeless: 'erlauben diese API, aber keinen ihrer Scopes',
  },
  noRole: 'Keine Rolle hat ihn.',
  newRole: 'Rolle anlegen',
  addToRole: 'In eine Rolle aufnehmen',
  more: 'Es gibt weitere Anwendungen, deren Regeln diese API nennen.',
};
