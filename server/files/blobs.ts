import type { Readable } from 'node:stream'

/** Bytes under keys, which are relative paths: a folder of this machine, or a bucket that several servers share. */
export interface Blobs {
  /** The same for all servers that see the same bytes. */
  id: string
  /** Moves a file of this machine to `key`; the bytes are durable when this resolves. The file must be in `incoming`. */
  keep(localFile: string, key: string): Promise<void>
  /** All bytes, or a part; `end` is inclusive. The stream fails with `ENOENT` when there are none. */
  read(key: string, range?: { start: number; end: number }): Readable
  /** Does nothing when there are none. */
  remove(key: string): Promise<void>
  removeFolder(folder: string): Promise<void>
  /** The folders directly in `folder`, and when something was last written to each. */
  folders(folder: string): Promise<{ name: string; writtenAt: Date }[]>
  /** Folder of this machine for files that still arrive. */
  incoming: string
}
