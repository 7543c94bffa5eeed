/** `client_id` of the console: the same in every installation. */
export const consoleClientId = 'app_00000000000000000000000001';

/** `client_id` of the account pages. They use the session itself: no code and no token is issued to it. */
export const accountClientId = 'app_00000000000000000000000002';

/** Whether an application comes with the platform, and cannot be changed. */
export const isBuiltInApplication = (id: string): boolean => id === consoleClientId || id === accountClientId;
