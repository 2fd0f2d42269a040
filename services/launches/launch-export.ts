import { exportLaunchPath } from '../../contract/launches/launch-actions.ts'
import { namedFileOf, type NamedFile } from '../http/named-file.ts'
import { createRawCall } from '../http/raw-call.ts'
import type { TokenSource } from '../http/renewing.ts'

/** Reads a launch as one HTML file. */
export const exportLaunchHtml = async (
  session: TokenSource,
  fetch: (address: string, init: RequestInit) => Promise<Response>,
  { projectKey, launchId }: { projectKey: string; launchId: number },
): Promise<NamedFile> => {
  const response = await createRawCall(session, fetch)(exportLaunchPath(projectKey, launchId), { method: 'GET' })
  return namedFileOf(response, 'launch.html')
}
