import { useState } from 'react'
import { remember } from '../ui/browser/remember.ts'
import { shareHabits } from '../server-rendering/habits.ts'
import { applyTheme, readTheme, type Theme } from '../shared/theme.ts'

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(readTheme)
  const change = (to: Theme) => {
    remember('theme', to)
    shareHabits()
    applyTheme(to)
    setTheme(to)
  }
  return [theme, change]
}
