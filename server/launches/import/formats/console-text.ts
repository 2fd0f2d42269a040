import { FORMATS } from './formats.ts'

/** Limit of the characters before a report. */
const HEAD = 64 * 1024

const ROOTS = new Set(FORMATS.flatMap(({ roots = [] }) => roots))
/** What may begin a report behind other text: `[INFO]` of Maven is no list. */
const BEGIN =
  /<\?xml\s|^TAP version \d|^[ \t]{0,20}(?:<([\w-]{1,40})[\s>/]|\{\s{0,200}["}]|\[\s{0,200}(?:\{|\]\s{0,200}$))/gm
const DOCUMENT = /^(?:<[?!A-Za-z]|\{|\[\s{0,200}(?:[[{"\]]|$))/

const BEGINS = FORMATS.flatMap(({ begin }) => begin ?? [])
const isDocument = (start: string): boolean => DOCUMENT.test(start) || BEGINS.some((begin) => begin.test(start))

const beginIn = (text: string): number =>
  [...text.matchAll(BEGIN)].find(([, root]) => root === undefined || ROOTS.has(root))?.index ?? -1

const DECLARATION = /^<\?xml\s[^>]{0,500}\?>/

/**
 * Yields the report without the console output before it, and without blank lines before an XML declaration. The lines keep their numbers.
 * Calls `report` with a problem for the omitted text.
 */
export async function* withoutConsoleText(
  parts: AsyncIterable<string>,
  report: (message: string) => void,
): AsyncGenerator<string> {
  let head: string | null = ''
  for await (const part of parts) {
    if (head === null) {
      yield part
      continue
    }
    head += part
    // A few characters tell how a document begins.
    const start = head.trimStart()
    if (head.length < HEAD && (start.length < 300 || (!isDocument(start) && beginIn(head) < 0))) continue
    yield documentOf(head, report)
    head = null
  }
  if (head !== null && head !== '') yield documentOf(head, report)
}

const documentOf = (head: string, report: (message: string) => void): string => {
  const start = head.trimStart()
  const at = isDocument(start) ? head.length - start.length : beginIn(head)
  if (at <= 0) return head
  const before = head.slice(0, at)
  const text = before.trim()
  if (text !== '') report(`Text before the report was not read: "${text.slice(0, 60)}${text.length > 60 ? '…' : ''}"`)
  // A declaration is allowed at the very beginning only, and has been read for the encoding.
  return before.replaceAll(/[^\n]+/g, '') + head.slice(at).replace(DECLARATION, '')
}
