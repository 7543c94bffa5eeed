/** The path that draws each icon, in a square of 24. */
export const iconPaths = {
  keys: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  close: 'M6 6l12 12M18 6 6 18',
  book: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l5 5',
  overview: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  users: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M2 20c0-4 3-6 7-6s7 2 7 6M16 3.5a4 4 0 0 1 0 7M18 14.5c3 1 4 3 4 5.5',
  organizations: 'M4 21V4h10v17M14 9h6v12M2 21h20M8 8h2M8 12h2M8 16h2',
  applications: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  resources: 'M3 4h18v7H3zM3 13h18v7H3zM7 7.5h.01M7 16.5h.01',
  roles: 'M12 3l8 3v6c0 5-3 8-8 9-5-1-8-4-8-9V6zM9 12l2 2 4-4',
  organizationRoles: 'M3 5h18v14H3zM9 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4M6 16c1-2 5-2 6 0M15 9.5h3M15 13.5h3',
  explain: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9.5 9.5a2.5 2.5 0 1 1 2.5 3.5v1M12 17h.01',
  map: 'M5 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4M19 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4M5 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4M7 6c6 0 4 6 10 6M7 18c6 0 4-6 10-6',
  events: 'M4 6h.01M4 12h.01M4 18h.01M8 6h12M8 12h12M8 18h12',
  webhooks: 'M13 3 5 14h6l-1 7 8-11h-6z',
  experience: 'M14 4h6v16h-6M4 12h11M11 8l4 4-4 4',
  connectors: 'M3 6h18v12H3zM3 7l9 7 9-7',
  administration: 'M4 7h8M18 7h2M4 17h2M12 17h8M15 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6M9 20a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
} as const;

export type IconName = keyof typeof iconPaths;
