import { downloadConsolePath } from '../../contract/launchers/engine.ts'
import { namedFileOf, type NamedFile } from '../http/named-file.ts'
import type { TokenSource } from '../http/renewing.ts'
import { createRawCall } from '../http/raw-call.ts'

/** Downloads the console of an attempt as a text file. */
export const createConsoleFileService = (
  session: TokenSource,
  fetch: (address: string, init: RequestInit) => Promise<Response>,
) => {
  const call = createRawCall(session, fetch)
  return async (projectKey: string, launchId: number, attemptUuid: string, withTimes: boolean): Promise<NamedFile> => {
    const address = downloadConsolePath(projectKey, launchId, attemptUuid, withTimes)
    return namedFileOf(await call(address, { method: 'GET' }), 'launch-log.txt')
  }
}
