/** The beginning of `text`, at most `most` long. A character that is stored in two halves is kept whole or left out. */
export const beginningOf = (text: string, most: number): string => {
  const beginning = text.slice(0, most)
  return /[\ud800-\udbff]$/.test(beginning) && beginning.length < text.length ? beginning.slice(0, -1) : beginning
}

/** As it is where it is short enough; else its beginning, with a sign that there was more. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${beginningOf(text, most - 1)}…` : text
