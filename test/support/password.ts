/** The password of everybody whom tests sign in. */
export const password = 'correct horse battery staple';
