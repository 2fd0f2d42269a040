/** Replays what users did to the server-drawn page on the page that has replaced it. */
import type { EarlyInput } from './early-input.ts'
import { addressOf, elementAt, type ElementAddress } from './element-address.ts'

/** Focus and scroll positions of the server-drawn page. */
export interface LeftPage {
  inputs: readonly EarlyInput[]
  focused: ElementAddress | null
  /** Cursor position in the focused field. */
  selection: readonly [start: number, end: number] | null
  scrolled: readonly { at: ScrolledPart; top: number }[]
}

/** Scroll containers have no names: they are matched by tag and class. */
type ScrolledPart = { className: string; index: number }

/** Ends the recording. */
export const leave = (drawn: Element): LeftPage => {
  const recorded = globalThis.assayEarlyInputs
  recorded?.stop()
  delete globalThis.assayEarlyInputs
  const active = document.activeElement
  const focused = active !== null && drawn.contains(active) ? active : null
  return {
    inputs: recorded?.taken ?? [],
    focused: focused && addressOf(drawn, focused),
    selection: focused && selectionOf(focused),
    scrolled: [...(recorded?.scrolled ?? [])].map((part) => ({ at: partOf(drawn, part), top: part.scrollTop })),
  }
}

const selectionOf = (field: Element): LeftPage['selection'] => {
  // Number and date inputs have no selection.
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null
  const { selectionStart, selectionEnd } = field
  return selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd]
}

const alike = (page: Element, className: string): Element[] => [...page.getElementsByClassName(className)]
const partOf = (page: Element, part: Element): ScrolledPart => ({
  className: part.className,
  index: alike(page, part.className).indexOf(part),
})

/** Runs before paint, so that nothing jumps. */
export const restore = (page: Element, { scrolled, focused, selection }: LeftPage): void => {
  for (const { at, top } of scrolled) {
    const part = alike(page, at.className)[at.index]
    if (part !== undefined) part.scrollTop = top
  }
  const field = focused && elementAt(page, focused)
  field?.focus({ preventScroll: true })
  if (selection !== null && field instanceof HTMLInputElement) field.setSelectionRange(...selection)
}

/** Runs once the page listens. Input for elements that are gone is dropped. */
export const replay = (page: Element, { inputs, selection }: LeftPage): void => {
  for (const input of inputs) {
    const element = input.at === null ? document.body : elementAt(page, input.at)
    if (element === null) continue
    if (input.kind === 'click') element.click()
    else if (input.kind === 'text') type(element, input.value, selection)
    else press(element, input.press)
  }
}

const type = (field: HTMLElement, value: string, selection: LeftPage['selection']): void => {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  // React only notices a value that is set through the prototype's setter.
  const of = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(of.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  if (selection !== null && document.activeElement === field) field.setSelectionRange(...selection)
}

const press = (element: HTMLElement, init: KeyboardEventInit): void => {
  const isUnheard = element.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
  element.dispatchEvent(new KeyboardEvent('keyup', { ...init, bubbles: true }))
  if (isUnheard && init.key === 'Enter' && element instanceof HTMLInputElement) element.form?.requestSubmit()
}
