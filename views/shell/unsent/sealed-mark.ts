import { recall, remember } from '../../ui/remember.ts'

const habit = (personId: number) => `sealed.${personId}`

/** Whether something of this person may be sealed on this device: who has nothing loads nothing to look for it. */
export const mayHaveSealed = (personId: number): boolean => recall(habit(personId)) === 'yes'
export const markSealed = (personId: number, isThere: boolean): void =>
  remember(habit(personId), isThere ? 'yes' : 'no')
