/** Theme (system, light or dark): stored on this device and set on <html>, where the tokens read it. */
import { recall } from '../ui/browser/remember.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const readTheme = (): Theme => themes.find((theme) => theme === recall('theme')) ?? 'system'

let isHeldLight = false

/** Called before the first paint, so that a dark page does not flash white. */
export function applyTheme(theme: Theme): void {
  const shown = isHeldLight ? 'light' : theme
  if (shown === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = shown
}

/** Forces the light theme until the returned function is called: for printing. */
export function holdLight(): () => void {
  const hold = (isHeld: boolean) => {
    isHeldLight = isHeld
    applyTheme(readTheme())
  }
  hold(true)
  return () => hold(false)
}
