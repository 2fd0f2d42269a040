import { messageOf } from '../../services/http/api-error.ts'
import { toast } from '../ui/toasts.ts'

/** Longer texts push the button of the toast out of sight. */
const SHOWN = 80

/** After Escape in a field that saves by Enter: offers to save `typed` after all, again whenever that fails. */
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
