// colour.js knows which colours can be read on which others.

/**
 * luminance returns how bright a colour such as "#0080ff" is, from 0 to 1.
 * @param {string} colour
 */
export function luminance(colour) {
  const [r, g, b] = (colour.match(/\w\w/g) || []).map(hex => parseInt(hex, 16) / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * isReadable reports whether a colour has the contrast to others that texts need (WCAG 1.4.3).
 * @param {string} colour
 * @param {string[]} others
 */
export function isReadable(colour, ...others) {
  return others.every(other => {
    const [dark, light] = [luminance(colour), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05) >= 4.5;
  });
}
