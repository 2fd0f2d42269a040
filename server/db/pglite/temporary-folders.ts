import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const PREFIX = 'database.temporary-'

/** Creates a folder beside the database for one that is being copied or restored. */
export const createTemporaryFolder = (dataDir: string): string => mkdtempSync(join(dataDir, PREFIX))

/** Deletes temporary folders that a killed process has left. The caller holds the data folder's lock. */
export const removeTemporaryFolders = (dataDir: string): void => {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(PREFIX)) rmSync(join(dataDir, name), { recursive: true, force: true })
}
