import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Blobs } from './blobs.ts'

/** Stores uploaded files in the data folder. Servers that mount the same folder share them. */
export const openFolderBlobs = async (dataDir: string): Promise<Blobs> => {
  const folder = path.join(dataDir, 'files')
  const placeOf = (key: string) => path.join(folder, key)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    id: await idOf(folder),
    incoming: path.join(folder, 'incoming'),
    direct: null,
    async keep(localFile, key) {
      const place = placeOf(key)
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
      await rename(localFile, place)
      await syncFolder(path.dirname(place))
    },
    read: (key, range) => createReadStream(placeOf(key), range),
    remove: (key) => rm(placeOf(key), { force: true }),
    removeFolder: (key) => rm(placeOf(key), { recursive: true, force: true }),
    async folders(key) {
      const found: { name: string; writtenAt: Date }[] = []
      for (const name of await readdir(placeOf(key)).catch(() => [])) {
        const written = await stat(path.join(placeOf(key), name)).catch(() => null) // removed meanwhile
        if (written !== null) found.push({ name, writtenAt: written.mtime })
      }
      return found
    },
  }
}

/** Each folder contains its own id, because folders on two machines can have the same path. */
const idOf = async (folder: string): Promise<string> => {
  const file = path.join(folder, 'storage-id')
  try {
    await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFile(file, 'utf8')
}

/** A rename only survives a crash after its folder was synced. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
