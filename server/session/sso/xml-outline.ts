import { SaxesParser } from 'saxes'

/** One element of a document. */
export interface XmlElement {
  /** Without prefix. */
  name: string
  namespace: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: XmlElement[]
}

export class BadXml extends Error {}

const MAX_DEPTH = 40
const MAX_ELEMENTS = 5000

/**
 * Parses a short document. Throws `BadXml` for malformed XML, and for document types and processing instructions: SAML messages have none,
 * and entities could read files or grow without bound.
 */
export const parseXml = (xml: string): XmlElement => {
  const parser = new SaxesParser({ xmlns: true })
  const open: XmlElement[] = []
  const found: XmlElement[] = []
  let count = 0
  const refuse = (message: string) => () => {
    throw new BadXml(message)
  }
  parser.on('doctype', refuse('The document has a document type'))
  parser.on('processinginstruction', refuse('The document has processing instructions'))
  parser.on('error', refuse('The document is not well-formed'))
  parser.on('opentag', ({ local, uri, attributes }) => {
    count += 1
    if (open.length >= MAX_DEPTH || count > MAX_ELEMENTS) throw new BadXml('The document has too many elements')
    const own = Object.entries(attributes).map(([name, { value }]) => [name, value] as const)
    const element = { name: local, namespace: uri, attributes: Object.fromEntries(own), text: '', children: [] }
    ;(open.at(-1)?.children ?? found).push(element)
    open.push(element)
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  const [root] = found
  if (!root) throw new BadXml('The document is empty')
  return root
}

/** Returns all elements with that name, at any depth and including the element itself, in document order. */
export const elementsNamed = (element: XmlElement, namespace: string, name: string): XmlElement[] => [
  ...(element.name === name && element.namespace === namespace ? [element] : []),
  ...element.children.flatMap((child) => elementsNamed(child, namespace, name)),
]

export const childrenNamed = ({ children }: XmlElement, namespace: string, name: string): XmlElement[] =>
  children.filter((child) => child.name === name && child.namespace === namespace)
