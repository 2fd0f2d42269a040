import { recall } from '../ui/browser/remember.ts'
import { readTheme } from '../shared/theme.ts'

/** Set on documents that the server draws a page into. Only there this browser's display preferences are sent to the server. */
const PATH = '/projects'

/** A cookie that the server reads with each of those documents (`server/prerender.ts`). */
type Habit = 'theme' | 'rail' | 'signing_out'

/** Null: no preferences. A browser without cookies applies them after hydration instead. */
const share = (habit: Habit, value: string | null): void => {
  const age = value === null ? 0 : 31_536_000 // one year, in seconds
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser that is supported
  document.cookie = `assay_${habit}=${value ?? ''}; Path=${PATH}; Max-Age=${age}; SameSite=Lax`
}

/** Called once in every visit, and after each change of a preference. */
export const shareHabits = (): void => {
  const theme = readTheme()
  share('theme', theme === 'system' ? null : theme)
  share('rail', recall('rail'))
}

/** A signed-out user gets no server-drawn page, even before the server has confirmed the sign-out. */
export const shareSigningOut = (isOut: boolean): void => share('signing_out', isOut ? '1' : null)
