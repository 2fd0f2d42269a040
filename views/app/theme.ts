/** System, light or dark: kept on this device and written on <html>, where the token sheet reads it. */
import { useState } from 'react'
import { recall, remember } from '../ui/remember.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const readTheme = (): Theme => themes.find((theme) => theme === recall('theme')) ?? 'system'

/** Called once before the first paint, so that a dark page does not flash white. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(readTheme)
  const change = (to: Theme) => {
    remember('theme', to)
    applyTheme(to)
    setTheme(to)
  }
  return [theme, change]
}
