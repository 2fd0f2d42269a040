import type { PartWords } from './edit-notes.tsx'

/** Returns one part of a form as text; empty for a value that has none. */
export const partText = <Values>(words: PartWords<Values> | undefined, part: string, values: Values): string => {
  if (words !== undefined) return words.value(part, values)
  const value = values[part as keyof Values]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Returns the text of these parts, each below its label, to be pasted elsewhere. Without labels, only the text itself. */
export const typedText = <Values>(
  words: PartWords<Values> | undefined,
  parts: readonly string[],
  values: Values,
): string =>
  parts
    .flatMap((part) => {
      const text = partText(words, part, values).trim()
      return text === '' ? [] : [words === undefined ? text : `${words.name(part)}: ${text}`]
    })
    .join('\n')
