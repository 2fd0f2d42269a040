import type { LaunchSharingService } from '../../services/launches/launch-sharing.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toasts.ts'

/** Saves a launch as an HTML file; says why where the server refuses. */
export const exportLaunch = async (
  sharing: LaunchSharingService,
  projectKey: string,
  launchId: number,
): Promise<void> => {
  try {
    const { file, name } = await sharing.exportHtml(projectKey, launchId)
    saveFile(file, name)
  } catch (error) {
    toast.error(messageOf(error))
  }
}
