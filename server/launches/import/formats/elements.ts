import { Unreadable } from '../../../reading/source-file.ts'
import { parseXml } from '../../../reading/xml.ts'

/** XML element with its content. `text` is its own text, without that of its children. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
}

/** Matching element and its ancestors, the outermost first. */
export interface FoundElement {
  element: XmlElement
  around: readonly Pick<XmlElement, 'name' | 'attributes'>[]
  line: number
}

/** Limit of the characters of one matching element, with its content. */
const CHARACTERS_MOST = 16 * 1024 * 1024

/** Yields the outermost elements of these names in document order. The rest of the document is not kept in memory. */
export const elementsOf = (text: AsyncIterable<string>, names: ReadonlySet<string>): AsyncGenerator<FoundElement> => {
  const around: Pick<XmlElement, 'name' | 'attributes'>[] = []
  /** Matching element that is being read and its open descendants. */
  const open: XmlElement[] = []
  let found: FoundElement[] = []
  let startLine = 0
  let characters = 0
  const count = (more: number): void => {
    characters += more
    if (characters > CHARACTERS_MOST) throw new Unreadable(`A test of the file, in line ${startLine}, is too long`)
  }
  return parseXml(
    text,
    {
      open: (qualified, attributes, line) => {
        const name = localName(qualified)
        const parent = open.at(-1)
        if (parent === undefined && !names.has(name)) {
          around.push({ name, attributes })
          return
        }
        if (parent === undefined) {
          startLine = line
          characters = 0
        }
        const element: XmlElement = { name, attributes, children: [], text: '' }
        for (const value of Object.values(attributes)) count(value.length)
        parent?.children.push(element)
        open.push(element)
      },
      text: (words) => {
        const element = open.at(-1)
        if (element === undefined) return
        count(words.length)
        element.text += words
      },
      close: () => {
        const element = open.pop()
        if (element === undefined) around.pop()
        else if (open.length === 0) found.push({ element, around: [...around], line: startLine })
      },
    },
    () => {
      const gathered = found
      found = []
      return gathered
    },
  )
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name)

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** Returns the text of a child; undefined when there is no such child. */
export const textIn = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.text

/** Returns the nearest ancestor of this name. */
export const nearest = (
  around: FoundElement['around'],
  name: string,
): Pick<XmlElement, 'name' | 'attributes'> | undefined => around.findLast((one) => one.name === name)
