import type { Texts } from './en.ts';

export const texts: Texts = {
  resources: {
    title: 'API-Ressourcen',
    empty: 'Eine API-Ressource ist ein Dienst, der Token dieser Plattform annimmt. Legen Sie die erste an.',
    create: 'Neue API-Ressource',
    indicator: 'Resource Indicator',
    ttl: 'Gültigkeit der Access-Token',
    algorithm: 'Access-Token sind signiert mit',
    scopes: 'Scopes',
    rolesWith: 'In Rollen',
    addScope: 'Scope anlegen',
  },
};
