/** Text colour on a project's own colour: black or white, by WCAG 2 contrast. */

/** Parses '#rgb' or '#rrggbb' to 0..1 per channel; null for anything else. */
const channels = (colorHex: string): [number, number, number] | null => {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(colorHex)?.[1]
  if (digits === undefined) return null
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  const at = (start: number) => Number.parseInt(full.slice(start, start + 2), 16) / 255
  return [at(0), at(2), at(4)]
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

const luminance = ([red, green, blue]: [number, number, number]) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** Contrast ratio, 1 (same) to 21 (black on white). An invalid colour counts as black. */
export function contrastRatio(one: string, other: string): number {
  const of = (color: string) => luminance(channels(color) ?? [0, 0, 0])
  const [a, b] = [of(one), of(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Prefers white at 4.5 : 1 or more, because it looks calmer on strong colours; otherwise black. */
export const textOn = (colorHex: string): '#000000' | '#ffffff' =>
  contrastRatio(colorHex, '#ffffff') >= 4.5 ? '#ffffff' : '#000000'

/** Returns whether the text is '#rgb' or '#rrggbb'. */
export const isColor = (text: string): boolean => channels(text) !== null

/** Returns the colour if it is valid: user data never reaches a style as free text. */
export const safeColor = (colorHex: string): string => (channels(colorHex) === null ? '#75859b' : colorHex)
