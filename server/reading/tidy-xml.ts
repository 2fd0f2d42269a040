/** Sections in which an ampersand is only a character. */
const SECTIONS = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
] as const
/** Limit of the characters of one text; the rest is left out. */
const TEXT_LIMIT = 8 * 1024 * 1024
/** Longer than any beginning of a section or reference. */
const TAIL = 60
const BARE_LESS = /<(?![A-Za-z_:/!?\u0080-\uffff])/g
const BARE_AMPERSAND = /&(?!(?:#\d{1,8}|#x[\da-fA-F]{1,8}|[A-Za-z_:][\w:.-]{0,40});)/g

/**
 * Repairs what a parser cannot: a less-than sign that begins no tag is lost, an ampersand that begins no reference would swallow the document until the next semicolon, and a text of any
 * length would fill the memory. `odd` receives what was repaired.
 */
export async function* tidyXml(
  parts: AsyncIterable<string>,
  odd: (message: string, line: number) => void,
): AsyncGenerator<string> {
  let rest = ''
  let line = 1
  /** End of the section that is open. */
  let end: string | null = null
  let textLength = 0
  const shorten = (text: string): string => {
    const room = Math.max(0, TEXT_LIMIT - textLength)
    if (textLength <= TEXT_LIMIT && textLength + text.length > TEXT_LIMIT) odd('A text is too long and was cut', line)
    textLength += text.length
    return text.length <= room ? text : text.slice(0, room)
  }
  const plain = (text: string): string => {
    const escape = (sign: string) => {
      odd(`The character ${sign} is not escaped and was read as text`, line)
      return sign === '&' ? '&amp;' : '&lt;'
    }
    const tidy = text.replaceAll(BARE_AMPERSAND, escape).replaceAll(BARE_LESS, escape)
    const lastTag = Math.max(tidy.lastIndexOf('<'), tidy.lastIndexOf('>'))
    if (lastTag < 0) return shorten(tidy)
    textLength = 0
    return tidy.slice(0, lastTag + 1) + shorten(tidy.slice(lastTag + 1))
  }
  function* tidied(isLast: boolean): Generator<string> {
    for (;;) {
      const next = end === null ? nextSection(rest) : { at: rest.indexOf(end), begin: end, end: null }
      if (next.at < 0) {
        // A mark or reference may go on in the next part.
        const length = isLast ? rest.length : cutOf(rest, Math.max(0, rest.length - TAIL))
        const text = rest.slice(0, length)
        rest = rest.slice(length)
        if (text !== '') yield end === null ? plain(text) : shorten(text)
        line += linesIn(text)
        return
      }
      const text = rest.slice(0, next.at)
      rest = rest.slice(next.at + next.begin.length)
      yield (end === null ? plain(text) : shorten(text)) + next.begin
      line += linesIn(text)
      end = next.end
      textLength = 0
    }
  }
  for await (const part of parts) {
    rest += part
    yield* tidied(false)
  }
  yield* tidied(true)
}

/** Returns a place near `at` that is not inside a reference, nor behind the beginning of a tag. */
const cutOf = (text: string, at: number): number => {
  if (text[at - 1] === '<') return at - 1
  const ampersand = text.lastIndexOf('&', at - 1)
  return ampersand >= 0 && at - ampersand < TAIL && !text.slice(ampersand, at).includes(';') ? ampersand : at
}

const nextSection = (text: string): { at: number; begin: string; end: string | null } => {
  const [first] = SECTIONS.map(([begin, end]) => ({
    at: text.indexOf(begin),
    begin: begin as string,
    end: end as string,
  }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
  return first ?? { at: -1, begin: '', end: null }
}

const linesIn = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
