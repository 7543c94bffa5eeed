/** Origin of the platform, for example http://localhost:3000. */
export const address = required('MANDATE_URL');
/** Access token for the Management API. */
export const token = required('MANDATE_TOKEN');

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}.`);
  return value;
}
