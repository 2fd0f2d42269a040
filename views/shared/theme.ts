/** System, light or dark: kept on this device and written on <html>, where the token sheet reads it. */
import { recall } from '../ui/remember.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const readTheme = (): Theme => themes.find((theme) => theme === recall('theme')) ?? 'system'

let isHeldLight = false

/** Called once before the first paint, so that a dark page does not flash white. */
export function applyTheme(theme: Theme): void {
  const shown = isHeldLight ? 'light' : theme
  if (shown === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = shown
}

/** Light, whatever is chosen meanwhile, until what is returned is called: for pages that are to be printed as they are seen. */
export function holdLight(): () => void {
  const hold = (isHeld: boolean) => {
    isHeldLight = isHeld
    applyTheme(readTheme())
  }
  hold(true)
  return () => hold(false)
}
