import { recall, remember } from '../../ui/remember.ts'

const habit = (personId: number) => `sealed.${personId}`

/** Whether this user may have sealed work on this device; otherwise no code is loaded to look for it. */
export const mayHaveSealed = (personId: number): boolean => recall(habit(personId)) === 'yes'
export const markSealed = (personId: number, isThere: boolean): void =>
  remember(habit(personId), isThere ? 'yes' : 'no')
