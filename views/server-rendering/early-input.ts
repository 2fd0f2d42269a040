/**
 * Runs in server-drawn documents before the application's code has loaded (`server/page/page.ts` inlines it). Records clicks, keys, typing
 * and scrolling, which the application replays after hydration. Links keep working without it, and typed text stays in its field.
 */
import { addressOf, type ElementAddress } from './element-address.ts'

export type EarlyInput =
  | { kind: 'click'; at: ElementAddress }
  /** The whole value of the field. */
  | { kind: 'text'; at: ElementAddress; value: string }
  /** `at`: null when nothing was focused. */
  | { kind: 'key'; at: ElementAddress | null; press: KeyboardEventInit }

export interface EarlyInputs {
  taken: EarlyInput[]
  /** Parts of the page that were scrolled. To ask every part for its position would force a layout. */
  scrolled: Set<Element>
  /** Resolves once the page was painted. */
  painted: Promise<void>
  stop: () => void
}

declare global {
  var assayEarlyInputs: EarlyInputs | undefined
}

const TEXT_FIELD = 'textarea, input:not([type=checkbox], [type=radio], [type=button])'
const CONTROL = 'button, input, select, textarea, [role], [tabindex]'
const isField = (element: Element): element is HTMLInputElement => element.matches(TEXT_FIELD)

/** A press on a label also clicks the label's control: one record for both. */
const isPassedOn = (element: Element): boolean => {
  const control = element.closest('label')?.control
  return control !== null && control !== undefined && !control.contains(element)
}

const drawn = () => document.querySelector('#root[data-drawn]')
const within = (event: Event, root: Element): Element | null =>
  event.target instanceof Element && root.contains(event.target) ? event.target : null

/** Only keys without a default action of the browser. */
const isOurs = (event: KeyboardEvent, element: Element | null): boolean => {
  if (event.isComposing || event.altKey) return false
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k'
  if (event.key === 'Escape') return true
  if (element !== null && isField(element)) return event.key === 'Enter'
  return event.key.length === 1 && event.key !== ' '
}

/** Called before the page is there: a script that starts later would wait for one more frame. */
const paintOfPage = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () =>
      requestAnimationFrame(() => {
        if (document.getElementById('root') === null) look()
        else setTimeout(resolve)
      })
    look()
  })

const record = (): EarlyInputs => {
  const taken: EarlyInput[] = []
  const scrolled = new Set<Element>()
  const listeners = new AbortController()
  const listen = <Type extends 'click' | 'input' | 'keydown' | 'scroll'>(
    type: Type,
    handle: (event: DocumentEventMap[Type], element: Element | null, root: Element) => void,
  ) => {
    const capture = (event: DocumentEventMap[Type]) => {
      const root = drawn()
      if (root !== null) handle(event, within(event, root), root)
    }
    document.addEventListener(type, capture, { capture: true, signal: listeners.signal })
  }
  listen('click', (event, element, root) => {
    if (element === null || element.closest('a[href]') !== null || isField(element) || isPassedOn(element)) return
    // Prevents a native form submission, which would leave the document.
    if (element.closest('button') !== null) event.preventDefault()
    taken.push({ kind: 'click', at: addressOf(root, element.closest(CONTROL) ?? element) })
  })
  listen('input', (_, element, root) => {
    if (element === null || !isField(element)) return
    const at = addressOf(root, element)
    const last = taken.at(-1)
    if (last?.kind === 'text' && last.at.name === at.name && last.at.index === at.index) taken.pop()
    taken.push({ kind: 'text', at, value: element.value })
  })
  listen('keydown', (event, element, root) => {
    if (!isOurs(event, element)) return
    event.preventDefault()
    const { key, code, ctrlKey, metaKey, shiftKey } = event
    const press = { key, code, ctrlKey, metaKey, shiftKey }
    taken.push({ kind: 'key', at: element === null ? null : addressOf(root, element), press })
  })
  listen('scroll', (_, element) => {
    if (element !== null) scrolled.add(element)
  })
  return { taken, scrolled, painted: paintOfPage(), stop: () => listeners.abort() }
}

globalThis.assayEarlyInputs = record()
