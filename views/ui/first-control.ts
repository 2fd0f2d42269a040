const CONTROLS = '[autofocus], input, select, textarea, button, a[href], [tabindex="0"]'
const TEXT_FIELDS = 'input:not([type=radio], [type=checkbox]), textarea'

/** Whether a finger is the main pointer: a text field that takes the focus brings up a keyboard, which covers what has just opened. */
export const isTouchScreen = (): boolean => matchMedia('(pointer: coarse)').matches

/** Moves the focus to the first control of what has just opened, unless the focus is in there. Leaves text fields alone on touch screens. */
export function focusFirstControl(opened: HTMLElement | null): void {
  if (opened === null || opened.contains(document.activeElement)) return
  const first = opened.querySelector<HTMLElement>(CONTROLS)
  if (first === null || (first.matches(TEXT_FIELDS) && isTouchScreen())) return
  first.focus({ preventScroll: true })
}
