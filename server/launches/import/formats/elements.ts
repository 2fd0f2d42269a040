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

interface Input {
  text: () => AsyncIterable<string>
  problem: (problem: { message: string; group?: string; line?: number | null; isLoss?: boolean }) => void
}

/** Limit of the characters of one matching element, with its content; the rest is left out. */
const CHARACTERS_LIMIT = 16 * 1024 * 1024
const ELEMENTS_LIMIT = 100_000

/**
 * Yields the outermost elements of these names in document order; `visit` receives the elements around them when they open. The rest of the
 * document is not kept in memory.
 */
export async function* elementsOf(
  { text, problem }: Input,
  names: ReadonlySet<string>,
  visit: (element: Pick<XmlElement, 'name' | 'attributes'>, depth: number) => void = () => {},
): AsyncGenerator<FoundElement> {
  const around: Pick<XmlElement, 'name' | 'attributes'>[] = []
  /** Matching element that is being read and its open descendants. */
  const open: XmlElement[] = []
  let found: FoundElement[] = []
  let startLine = 0
  let characters = 0
  let elements = 0
  const isRoom = (more: number): boolean => {
    const had = characters
    characters += more
    if (had <= CHARACTERS_LIMIT && characters > CHARACTERS_LIMIT)
      problem({ message: 'The content of a test is too long and was cut', group: 'too large', line: startLine })
    return characters <= CHARACTERS_LIMIT
  }
  /** Reports an element whose first bracket is lost, so that it is a text outside of the elements. */
  const reportTag = (text: string): void => {
    const name = /^\s*([\w-]{1,40})\s{1,20}[\w:-]{1,60}="/.exec(text)?.[1]
    if (name === undefined || !names.has(name)) return
    problem({
      message: 'A tag without its bracket was read as text: what it holds is lost',
      group: 'tag',
      isLoss: true,
    })
  }
  try {
    yield* parseXml(
      text(),
      {
        open: (qualified, attributes, line) => {
          const name = localName(qualified)
          const parent = open.at(-1)
          if (parent === undefined && !names.has(name)) {
            visit({ name, attributes }, around.length)
            around.push({ name, attributes })
            return
          }
          if (parent === undefined) {
            startLine = line
            characters = 0
            elements = 0
          }
          elements += 1
          const element: XmlElement = { name, attributes, children: [], text: '' }
          for (const value of Object.values(attributes)) isRoom(value.length)
          if (elements <= ELEMENTS_LIMIT) parent?.children.push(element)
          else if (elements === ELEMENTS_LIMIT + 1) isRoom(CHARACTERS_LIMIT)
          open.push(element)
        },
        text: (content) => {
          const element = open.at(-1)
          if (element === undefined) reportTag(content)
          else if (isRoom(content.length)) element.text += content
        },
        close: () => {
          const element = open.pop()
          if (element === undefined) around.pop()
          else if (open.length === 0) found.push({ element, around: [...around], line: startLine })
        },
        odd: (message, line) => problem({ message, group: 'xml', line }),
      },
      () => {
        const gathered = found
        found = []
        return gathered
      },
    )
  } catch (error) {
    const name = open[0]?.attributes.name
    if (!(error instanceof Unreadable) || name === undefined) throw error
    throw new Unreadable(`${error.message} (in "${name.slice(0, 200)}")`, { cause: error, line: error.line })
  }
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
