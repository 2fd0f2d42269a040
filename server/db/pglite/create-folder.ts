import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * Makes the database's folder unless it is there. It is made under another name and renamed when it is whole: a process killed
 * during its first start must not leave half a database that looks like one.
 *
 * A process of its own makes it: what that takes of memory, more than all the rest, is given back when it ends. Should it outlive this
 * one, it goes on in a folder that nobody renames, and that the next start deletes.
 */
export const createFolder = async (folder: string, workerUrl: URL): Promise<void> => {
  if (existsSync(folder)) return
  const place = dirname(folder)
  const prefix = `${basename(folder)}.making`
  for (const name of readdirSync(place))
    if (name.startsWith(prefix)) rmSync(join(place, name), { recursive: true, force: true })
  const making = mkdtempSync(join(place, prefix))
  await promisify(execFile)(process.execPath, [fileURLToPath(workerUrl), making])
  renameSync(making, folder)
}
