import { escaped } from '../share/launch-html.ts'

export interface Badge {
  title: string
  value: string
  color: 'green' | 'amber' | 'red' | 'grey'
}

const COLORS: Record<Badge['color'], string> = { green: '#1a7f37', amber: '#9a6700', red: '#cf222e', grey: '#59636e' }
/** Horizontal padding in px, both sides together. */
const SPACE = 12
const MAX = 60

const shortened = (text: string): string => (text.length <= MAX ? text : `${text.slice(0, MAX - 1).toWellFormed()}…`)
/** Approximate width in px of a character of Verdana at 11 px. */
const characterWidth = (sign: string): number => {
  if (/[ijlft.,:;|!'()[\] ]/.test(sign)) return 4
  if (/[mwMW@%]/.test(sign)) return 10.5
  return /[A-Z]/.test(sign) ? 7.8 : 6.7
}
const widthOf = (text: string): number =>
  Math.ceil(Array.from(text, characterWidth).reduce((sum, one) => sum + one, SPACE))
// Characters that XML forbids would make the whole image invalid.
const words = (text: string): string =>
  escaped(shortened(text.replaceAll(/[\u0000-\u001f\ufffe\uffff]/g, ' ').toWellFormed()))

/** Returns a flat badge as SVG. `textLength` keeps the text inside its box with any font. */
export const drawBadge = ({ title, value, color }: Badge): string => {
  const [left, right] = [widthOf(shortened(title)), widthOf(shortened(value))]
  const name = `${words(title)}: ${words(value)}`
  const text = (content: string, from: number, width: number) =>
    `<text x="${from + SPACE / 2}" y="14" textLength="${width - SPACE}" lengthAdjust="spacing">${content}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}">`,
    `<title>${name}</title>`,
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3d444d"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${COLORS[color]}"/></g>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">`,
    text(words(title), 0, left),
    text(words(value), left, right),
    '</g></svg>',
  ].join('')
}
