/** Which element of a page is meant, in words that hold for the same page drawn again. */
export interface ElementAddress {
  tag: string
  name: string
  /** Among those of this tag and name, in the order of the document. */
  index: number
}

/** Longer texts tell rows no better apart. */
const NAME_LENGTH = 120
const NAMING = ['aria-label', 'name', 'placeholder']

const nameOf = (element: Element): string => {
  // A radio's name is generated anew for each drawing.
  if (element.matches('input[type=radio]')) return element.getAttribute('value') ?? ''
  const named = NAMING.map((attribute) => element.getAttribute(attribute)).find((value) => value !== null)
  return named ?? (element.textContent ?? '').trim().slice(0, NAME_LENGTH)
}
const allLike = (root: Element, tag: string, name: string): Element[] =>
  [...root.querySelectorAll(tag)].filter((one) => nameOf(one) === name)

export const addressOf = (root: Element, element: Element): ElementAddress => {
  const [tag, name] = [element.localName, nameOf(element)]
  return { tag, name, index: allLike(root, tag, name).indexOf(element) }
}

/** Null where nothing of the page is called so. */
export const elementAt = (root: Element, { tag, name, index }: ElementAddress): HTMLElement | null => {
  const found = allLike(root, tag, name)[index]
  return found instanceof HTMLElement ? found : null
}
