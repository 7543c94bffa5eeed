/** The password of all users that sign in in tests. */
export const password = 'correct horse battery staple';
