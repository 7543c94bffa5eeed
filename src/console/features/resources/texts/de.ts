import type { Texts } from './en.ts';

export const texts: Texts = {
  resources: {
    title: 'API-Ressourcen',
    empty: 'Eine API-Ressource ist ein Dienst, der Token dieser Plattform annimmt. Erstellen Sie die erste.',
    create: 'Neue API-Ressource',
    indicator: 'Resource Indicator',
    ttl: 'Access-Token gelten',
    algorithm: 'Access-Token sind signiert mit',
    scopes: 'Scopes',
    rolesWith: 'Rollen damit',
    addScope: 'Scope hinzufügen',
  },
};
