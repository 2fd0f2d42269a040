import { shareSigningOut } from '../server-rendering/habits.ts'

const NAME = 'assay:signing-out'

/**
 * Notes that a user signed out before the server could confirm it: the cookie is still valid. Until it is confirmed, this browser does not
 * sign any user in on its own. Without storage, the server is notified immediately or not at all.
 */
export const isSigningOut = (): boolean => noted(() => localStorage.getItem(NAME) !== null) ?? false

export const noteSigningOut = (isOut: boolean): void => {
  noted(() => (isOut ? localStorage.setItem(NAME, '1') : localStorage.removeItem(NAME)))
  shareSigningOut(isOut)
}

const noted = <Result>(act: () => Result): Result | undefined => {
  try {
    return act()
  } catch {
    return undefined
  }
}
