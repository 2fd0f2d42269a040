import { recall } from '../ui/remember.ts'
import { readTheme } from '../shared/theme.ts'

/** Where documents are that the server draws a page into: it is told there, and only there, how this browser shows pages. */
const PATH = '/projects'

/** Read by the server with each of those documents (`server/prerender.ts`). */
type Habit = 'theme' | 'rail' | 'signing_out'

/** Null: nothing in particular. A browser that takes no cookies is shown pages a moment later as it wants them. */
const tell = (habit: Habit, value: string | null): void => {
  const age = value === null ? 0 : 31_536_000 // s, of a year
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser that is supported
  document.cookie = `assay_${habit}=${value ?? ''}; Path=${PATH}; Max-Age=${age}; SameSite=Lax`
}

/** Called once with every visit, and when one of them changes. */
export const tellHabits = (): void => {
  const theme = readTheme()
  tell('theme', theme === 'system' ? null : theme)
  tell('rail', recall('rail'))
}

/** Nothing is drawn for somebody who has signed out, whether or not the server has heard of it. */
export const tellSigningOut = (isOut: boolean): void => tell('signing_out', isOut ? '1' : null)
