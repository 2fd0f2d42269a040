import { existsSync, renameSync, rmSync } from 'node:fs'
import { startThread } from './thread.ts'

/**
 * Makes the database's folder unless it is there. It is made under another name and renamed when it is whole: a process killed
 * during its first start must not leave half a database that looks like one.
 */
export const createFolder = async (folder: string, workerUrl: URL): Promise<void> => {
  if (existsSync(folder)) return
  const making = `${folder}.making`
  rmSync(making, { recursive: true, force: true })
  const thread = await startThread(making, workerUrl, () => undefined)
  await thread.close()
  renameSync(making, folder)
}
