/** The words of an action: what its page and its button are called, the notice after it, and what follows from it. */
export const action = (title: string, button: string, notice: string, lead = '') =>
  actionOn(() => title, button, notice, lead);

/** The same, about an object with a name. */
export const actionOn = (title: (object: string) => string, button: string, notice: string, lead = '') => ({
  title,
  button,
  notice,
  lead,
});
