/**
 * Does something once a press that is under way is over: what it moved before would be missed by the press. Follows the presses of
 * the whole window.
 */
let isDown = false
const waiting = new Set<() => void>()

/** The click comes right after the pointer goes up, and with fingers the blur does too: what waits comes after them. */
const settle = () =>
  setTimeout(() => {
    if (isDown) return
    const all = [...waiting]
    waiting.clear()
    for (const act of all) act()
  })

const released = ({ type, target }: Event) => {
  // Of the window alone: a field that loses the focus tells of it by the same name.
  if (type === 'blur' && target !== window) return
  isDown = false
  settle()
}

window.addEventListener('pointerdown', () => (isDown = true), { capture: true })
// A press that becomes a drag, or during which another window comes to the front, never goes up here.
for (const end of ['pointerup', 'pointercancel', 'dragend', 'blur'])
  window.addEventListener(end, released, { capture: true })

export const afterPress = (act: () => void): void => {
  waiting.add(act)
  if (!isDown) settle()
}
