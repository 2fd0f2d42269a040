import type { Launch } from '../../contract/launches/launches.ts'
import { useApplication, useProject } from '../boot/context.tsx'

/** Returns what saves a launch as an HTML file. Its code comes with that of the dialogs, when it is wanted: lists do not need it to be drawn. */
export const useExportLaunch = () => {
  const { send, token } = useApplication()
  const { key } = useProject()
  return async (launch: Launch): Promise<void> => {
    const { exportLaunch, launchSharingOf } = await import('./launch-dialogs.tsx')
    await exportLaunch(launchSharingOf(send, token), key, launch.id)
  }
}
