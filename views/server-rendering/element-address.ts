/** Addresses an element so that the same element is found after the page is drawn again. */
export interface ElementAddress {
  tag: string
  name: string
  /** Index among elements of the same tag and name, in document order. */
  index: number
}

/** Longer texts are cut: they do not distinguish rows any better. */
const NAME_LENGTH = 120
const NAMING = ['aria-label', 'name', 'placeholder']

const nameOf = (element: Element): string => {
  // Each render generates new names of radio groups.
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

/** Returns null when no element has this address. */
export const elementAt = (root: Element, { tag, name, index }: ElementAddress): HTMLElement | null => {
  const found = allLike(root, tag, name)[index]
  return found instanceof HTMLElement ? found : null
}
