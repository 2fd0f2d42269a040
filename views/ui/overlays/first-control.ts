const CONTROLS = '[autofocus], input, select, textarea, button, a[href], [tabindex="0"]'
const TEXT_FIELDS = 'input:not([type=radio], [type=checkbox]), textarea'

/** Whether touch is the main pointer: focusing a text field opens the on-screen keyboard, which covers what has just opened. */
export const isTouchScreen = (): boolean => matchMedia('(pointer: coarse)').matches

/** Radio buttons are one control: it is entered at the chosen one. */
export const enteredAt = (control: HTMLElement | null | undefined): HTMLElement | null =>
  control?.closest('[role=radiogroup]')?.querySelector<HTMLElement>('input:checked') ?? control ?? null

/** Focuses the first control of an opened element, unless focus is already inside. Skips text fields on touch screens. */
export function focusFirstControl(opened: HTMLElement | null): void {
  if (opened === null || opened.contains(document.activeElement)) return
  const first = enteredAt(opened.querySelector<HTMLElement>(CONTROLS))
  if (first === null || (first.matches(TEXT_FIELDS) && isTouchScreen())) return
  first.focus({ preventScroll: true })
}
