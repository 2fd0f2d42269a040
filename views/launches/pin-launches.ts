import { pinLaunch, type Launch } from '../../contract/launches/launches.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useApplication, useProject } from '../application/context.tsx'
import { formatCount } from '../ui/text/figures.ts'
import { toast } from '../ui/toasts/toasts.ts'

/** Returns a function that pins or unpins launches one after the other, and reports the result in a toast. */
export const usePinLaunches = () => {
  const { send } = useApplication()
  const { key: projectKey } = useProject()
  return async (launches: readonly Launch[], pinned: boolean): Promise<void> => {
    try {
      for (const { id: launchId } of launches)
        await send(pinLaunch, { params: { projectKey, launchId }, body: { pinned } })
      const done = launches.length === 1 ? 'Launch' : formatCount(launches.length, 'launch', 'launches')
      toast.success(
        pinned
          ? `${done} pinned: retention does not delete ${launches.length === 1 ? 'it' : 'them'}`
          : `${done} unpinned`,
      )
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
}
