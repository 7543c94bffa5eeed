/** `client_id` of the console: the same in every installation. */
export const consoleClientId = 'app_00000000000000000000000001';
