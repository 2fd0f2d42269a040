/** System, light or dark: kept on this device and written on <html>, where the token sheet reads it. */
import { recall } from '../ui/remember.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const readTheme = (): Theme => themes.find((theme) => theme === recall('theme')) ?? 'system'

/** Called once before the first paint, so that a dark page does not flash white. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
