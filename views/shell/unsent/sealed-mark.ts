import { recall, remember } from '../../ui/browser/remember.ts'

const habit = (userId: number) => `sealed.${userId}`

/** Whether this user may have sealed work on this device; otherwise no code is loaded to look for it. */
export const mayHaveSealed = (userId: number): boolean => recall(habit(userId)) === 'yes'
export const markSealed = (userId: number, isThere: boolean): void => remember(habit(userId), isThere ? 'yes' : 'no')
