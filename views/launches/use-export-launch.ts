import type { Launch } from '../../contract/launches/launches.ts'
import { useApplication, useProject } from '../application/context.tsx'

/** Returns the function that downloads a launch as HTML. Its code loads with the dialogs, not with lists. */
export const useExportLaunch = () => {
  const { token } = useApplication()
  const { key } = useProject()
  return async (launch: Launch): Promise<void> => {
    const { exportLaunch } = await import('./launch-dialogs.tsx')
    await exportLaunch(token, key, launch.id)
  }
}
