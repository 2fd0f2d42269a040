/** A run of text with one tone. */
export type AnsiPart = { text: string; tone: AnsiTone | null; isBold: boolean }
export type AnsiTone = 'red' | 'green' | 'yellow' | 'blue' | 'grey'

const tones: Record<number, AnsiTone> = {
  30: 'grey',
  31: 'red',
  32: 'green',
  33: 'yellow',
  34: 'blue',
  35: 'blue',
  36: 'blue',
  90: 'grey',
  91: 'red',
  92: 'green',
  93: 'yellow',
  94: 'blue',
  95: 'blue',
  96: 'blue',
}

// oxlint-disable-next-line no-control-regex -- matches escape sequences
const sequence = /\u001b(?:\[([\d;?]*)([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g
// oxlint-disable-next-line no-control-regex -- removes incomplete escape sequences
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Converts ANSI colours to the product's tones and drops all other control sequences. */
export function ansiParts(message: string): AnsiPart[] {
  const parts: AnsiPart[] = []
  let tone: AnsiTone | null = null
  let isBold = false
  let at = 0
  const take = (to: number) => {
    const text = message.slice(at, to).replace(control, '')
    if (text !== '') parts.push({ text, tone, isBold })
  }
  for (const match of message.matchAll(sequence)) {
    take(match.index)
    at = match.index + match[0].length
    if (match[2] !== 'm') continue
    for (const code of (match[1] ?? '').split(';').map(Number)) {
      if (code === 0) [tone, isBold] = [null, false]
      else if (code === 1) isBold = true
      else if (code === 22) isBold = false
      else if (code === 39) tone = null
      else tone = tones[code] ?? tone
    }
  }
  take(message.length)
  return parts
}

/** Removes all control sequences. */
export const withoutAnsi = (message: string): string => message.replace(sequence, '').replace(control, '')
