import { messageOf } from '../../services/http/api-error.ts'
import { toast } from '../ui/toasts/toasts.ts'

/** Longer texts would push the toast's button out of view. */
const SHOWN = 80

/** After Escape in a field that saves on Enter: offers to save `typed` after all, again after each failure. */
export const offerRestore = (typed: string, save: () => Promise<unknown>): void => {
  if (typed.trim() === '') return
  const run = async () => {
    try {
      await save()
    } catch (error) {
      toast.error(messageOf(error))
      offerRestore(typed, save)
    }
  }
  const shown = typed.length > SHOWN ? `${typed.slice(0, SHOWN)}…` : typed
  toast.offer(`“${shown}” was not saved`, { label: 'Save it', run: () => void run() })
}
