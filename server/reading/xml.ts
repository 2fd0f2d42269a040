import { SaxesParser } from 'saxes'
import { Unreadable } from './source-file.ts'
import { tidyXml } from './tidy-xml.ts'

/** Callbacks of the XML parser, in document order. */
export interface XmlHandler {
  open?: (name: string, attributes: Readonly<Record<string, string>>, line: number) => void
  text?: (text: string) => void
  close?: (name: string) => void
  /**
   * Makes the parser lenient: a violation that leaves the structure of the document intact is reported here, and the document is read
   * nevertheless. Without it, such a document is rejected, and so is one with a document type.
   */
  odd?: (message: string, line: number) => void
}

const DEPTH_LIMIT = 100
/** Maximum characters without a completed tag or text. */
const SILENCE_LIMIT = 64 * 1024 * 1024

/** Errors of the parser after which tags may be missing or in the wrong place. */
const BROKEN =
  /unclosed tag|unmatched closing tag|unexpected close tag|unexpected end|must contain a root element|tag name\.|closing tag|forward-slash/
/** Why the parser rejects a document, in words. */
const REASONS: readonly [RegExp, string][] = [
  [/unclosed tag: (.{1,100})/, 'the file ends before <$1> does'],
  [/unexpected end/, 'the file ends in the middle'],
  [/unmatched closing tag: (.{1,100})\.$/, 'the tag </$1> closes no open one'],
  [/unexpected close tag/, 'a tag closes although another one inside it is open'],
  [/must contain a root element/, 'there is no element'],
  [/disallowed character\.$/, 'a character that XML does not allow was replaced'],
  [/malformed character entity/, 'a character that XML does not allow was replaced'],
  [/undefined entity/, 'an entity without a definition was read as text'],
  [/text data outside of root/, 'text outside of the root element was not read'],
  [/only one root/, 'another document follows the first one'],
]
const REFERENCE = /&#(?:x[\da-fA-F]{1,8}|\d{1,8});/g
/** Characters that XML 1.0 does not allow, and halves of surrogate pairs. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** Colours of terminals: nothing is lost without them. */
const COLOURS = /\u001b\[[0-9;?]{0,40}[ -/]{0,5}[@-~]/g

/**
 * Parses a document in parts with `handler`; yields what it gathered after each part. Entities of a document type are never expanded,
 * because they can grow exponentially.
 */
export async function* parseXml<Item>(
  text: AsyncIterable<string>,
  handler: XmlHandler,
  gathered: () => Item[],
): AsyncGenerator<Item> {
  const parser = new SaxesParser()
  let depth = 0
  let silence = 0
  /** Text since the last event has forbidden characters or references to them. */
  let isOdd = false
  /** Closed element that is reported with the next event: the parser reports it before it finds that another tag was closed. */
  let closing: string | null = null
  const reportClose = (): void => {
    if (closing === null) return
    const name = closing
    closing = null
    handler.close?.(name)
  }
  const readable = (value: string): string => (isOdd ? readableText(value) : value)
  parser.on('doctype', () => {
    if (handler.odd === undefined) throw new Unreadable('XML with a document type cannot be imported')
  })
  parser.on('opentag', ({ name, attributes }) => {
    reportClose()
    silence = 0
    depth += 1
    if (depth > DEPTH_LIMIT)
      throw new Unreadable(`Elements of the XML are nested more than ${DEPTH_LIMIT} levels deep`, { line: parser.line })
    if (isOdd) for (const key of Object.keys(attributes)) attributes[key] = readable(attributes[key] ?? '')
    isOdd = false
    handler.open?.(name, attributes, parser.line)
  })
  const addText = (value: string) => {
    reportClose()
    silence = 0
    handler.text?.(readable(value))
    isOdd = false
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    silence = 0
    depth -= 1
    reportClose()
    closing = name
  })
  parser.on('error', (cause) => {
    const reason = reasonOf(cause.message)
    if (handler.odd === undefined || BROKEN.test(cause.message))
      throw new Unreadable(`The XML is broken in line ${parser.line}, column ${parser.column}: ${reason}`, {
        cause,
        line: parser.line,
      })
    isOdd = true
    handler.odd(`The XML is not well formed: in column ${parser.column}, ${reason}`, parser.line)
  })
  for await (const part of handler.odd === undefined ? text : tidyXml(text, handler.odd)) {
    silence += part.length
    if (silence > SILENCE_LIMIT) throw new Unreadable('A text of the XML is too long', { line: parser.line })
    yield* gatheredBy(() => parser.write(part))
  }
  yield* gatheredBy(() => parser.close())

  /** Yields what precedes a break of the file, and then throws the error. */
  function* gatheredBy(act: () => void): Generator<Item> {
    try {
      act()
      reportClose()
    } catch (error) {
      yield* gathered()
      throw error
    }
    yield* gathered()
  }
}

const reasonOf = (message: string): string => {
  for (const [pattern, text] of REASONS) {
    const match = pattern.exec(message)
    if (match !== null) return text.replace('$1', match[1] ?? '')
  }
  return message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
}

const readableText = (value: string): string =>
  value
    .replaceAll(REFERENCE, (reference) => {
      const isHex = reference[2] === 'x'
      const code = Number.parseInt(reference.slice(isHex ? 3 : 2, -1), isHex ? 16 : 10)
      const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      return isCharacter ? String.fromCodePoint(code) : '\ufffd'
    })
    .replaceAll(COLOURS, '')
    .replaceAll(FORBIDDEN, '\ufffd')
