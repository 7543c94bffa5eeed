/** The contrast of texts that WCAG 2 requires (1.4.3, level AA). */
export const leastContrast = 4.5;

/** The cards on which texts and links are drawn, as in experience/style.css. */
export const cards = { light: '#ffffff', dark: '#1a1f2b' } as const;

/** Relative luminance of a color in six hex digits (WCAG 2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors (WCAG 2): from 1, for the same, to 21, for black and white. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is easier to read on the color. One of both always has the contrast of texts. */
export const textOn = (color: string): '#000000' | '#ffffff' =>
  contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000';

/** The color of a button that is pointed at: a step away from its text, so that the contrast grows. */
export function pointedAt(color: string): string {
  const end = textOn(color) === '#ffffff' ? 0 : 255;
  return `#${channelsOf(color)
    .map((channel) => Math.round(channel + (end - channel) * 0.15))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** A ratio as people write it, never rounded up: what is too little does not look like enough. */
export const ratioText = (ratio: number): string => `${Math.floor(ratio * 10) / 10} : 1`;

const channelsOf = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
