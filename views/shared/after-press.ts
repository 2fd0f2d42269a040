/**
 * Runs a callback after the current press has ended: moving an element during a press makes the press miss it. Tracks the presses of the
 * whole window.
 */
let isDown = false
const waiting = new Set<() => void>()

/** The click follows `pointerup` immediately, and on touch so does the blur: the callback runs after both. */
const settle = () =>
  setTimeout(() => {
    if (isDown) return
    const all = [...waiting]
    waiting.clear()
    for (const act of all) act()
  })

const released = ({ type, target }: Event) => {
  // Only the window's own blur: a field's blur event has the same name.
  if (type === 'blur' && target !== window) return
  isDown = false
  settle()
}

window.addEventListener('pointerdown', () => (isDown = true), { capture: true })
// There is no `pointerup` after a drag, or when another window takes the focus.
for (const end of ['pointerup', 'pointercancel', 'dragend', 'blur'])
  window.addEventListener(end, released, { capture: true })

export const afterPress = (act: () => void): void => {
  waiting.add(act)
  if (!isDown) settle()
}
