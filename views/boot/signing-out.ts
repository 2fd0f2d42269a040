import { tellSigningOut } from './habits.ts'

const NAME = 'assay:signing-out'

/**
 * Somebody has signed out here, and the server may not have heard of it: its cookie still opens their session. Until it has, this
 * browser signs nobody in by itself. Where nothing can be noted, the server hears of it now or not at all.
 */
export const isSigningOut = (): boolean => noted(() => localStorage.getItem(NAME) !== null) ?? false

export const noteSigningOut = (isOut: boolean): void => {
  noted(() => (isOut ? localStorage.setItem(NAME, '1') : localStorage.removeItem(NAME)))
  tellSigningOut(isOut)
}

const noted = <Told>(act: () => Told): Told | undefined => {
  try {
    return act()
  } catch {
    return undefined
  }
}
