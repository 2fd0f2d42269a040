import type { LaunchSharingService } from '../../services/launches/launch-sharing.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toasts.ts'

/** Downloads a launch as HTML; shows the reason when the server rejects it. */
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
