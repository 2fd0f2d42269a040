import { SaxesParser } from 'saxes'
import { Unreadable } from './source-file.ts'

/** Callbacks of the XML parser, in document order. */
export interface XmlHandler {
  open?: (name: string, attributes: Readonly<Record<string, string>>, line: number) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const DEPTH_MOST = 100
/** Maximum characters without a completed tag or text. */
const SILENCE_MOST = 8 * 1024 * 1024

/**
 * Parses a document in parts with `handler`; yields what it gathered after each part. Rejects documents with a document type, whose
 * entities can expand exponentially.
 */
export async function* parseXml<Item>(
  text: AsyncIterable<string>,
  handler: XmlHandler,
  gathered: () => Item[],
): AsyncGenerator<Item> {
  const parser = new SaxesParser()
  let depth = 0
  let silence = 0
  parser.on('doctype', () => {
    throw new Unreadable('XML with a document type cannot be imported')
  })
  parser.on('opentag', ({ name, attributes }) => {
    silence = 0
    depth += 1
    if (depth > DEPTH_MOST) throw new Unreadable('Elements of the XML stand too deep in each other')
    handler.open?.(name, attributes, parser.line)
  })
  const addText = (words: string) => {
    silence = 0
    handler.text?.(words)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    silence = 0
    depth -= 1
    handler.close?.(name)
  })
  parser.on('error', (cause) => {
    throw new Unreadable(`The XML is broken in line ${parser.line}`, { cause })
  })
  for await (const part of text) {
    silence += part.length
    if (silence > SILENCE_MOST) throw new Unreadable('A text of the XML is too long')
    parser.write(part)
    yield* gathered()
  }
  parser.close()
  yield* gathered()
}
