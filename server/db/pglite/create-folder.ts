import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * Creates the database folder if it is missing. It is created under another name and renamed when complete: a process killed during its
 * first start must not leave a partial database. A child process creates it, because the memory this takes (more than everything else) is
 * freed when that process ends. A child that outlives this process continues in a folder that is never renamed and that the next start
 * deletes.
 */
export const createFolder = async (folder: string, workerUrl: URL): Promise<void> => {
  if (existsSync(folder)) {
    if (existsSync(join(folder, 'PG_VERSION'))) return
    // The engine would make a new database there, and nobody would miss the old one until later.
    throw new Error('the folder holds no database')
  }
  const place = dirname(folder)
  const prefix = `${basename(folder)}.making`
  for (const name of readdirSync(place))
    if (name.startsWith(prefix)) rmSync(join(place, name), { recursive: true, force: true })
  const making = mkdtempSync(join(place, prefix))
  await promisify(execFile)(process.execPath, [fileURLToPath(workerUrl), making])
  renameSync(making, folder)
}
