// Mantine writes its variables into a <style> element as text; it never contains "<". Any other markup as text is
// refused, so data can never become elements (Trusted Types, together with the Content-Security-Policy of the page).
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', {
  createHTML: (text) => {
    if (text.includes('<')) throw new TypeError('Text is not parsed as markup.');
    return text;
  },
});
