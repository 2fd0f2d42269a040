import { messageOf } from '../../services/http/api-error.ts'
import type { TokenSource } from '../../services/http/renewing.ts'
import { exportLaunchHtml } from '../../services/launches/launch-export.ts'
import { saveFile } from '../ui/files/save-file.ts'
import { toast } from '../ui/toasts/toasts.ts'

/** Downloads a launch as HTML; shows the reason when the server rejects it. */
export const exportLaunch = async (token: TokenSource, projectKey: string, launchId: number): Promise<void> => {
  try {
    const { file, name } = await exportLaunchHtml(token, (address, init) => fetch(address, init), {
      projectKey,
      launchId,
    })
    saveFile(file, name)
  } catch (error) {
    toast.error(messageOf(error))
  }
}
