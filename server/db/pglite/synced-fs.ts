import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Parts of Emscripten's Node file system that this file uses; the package does not type them. */
interface EmscriptenNodeFs {
  stream_ops?: { fsync?: (stream: OpenStream) => number }
  realPath?: (node: unknown) => string
}
interface OpenStream {
  nfd?: number
  node: unknown
}
type FileSystemOptions = Parameters<NodeFS['init']>[1]

/**
 * PGlite's folder file system with real fsync. The original ignores fsync, so a power failure could lose acknowledged commits. Calls
 * `onSync` after each sync, and `onFailure` when a sync fails: the state on disk is then unknown and the database must not be used any
 * more.
 */
export class SyncedNodeFS extends NodeFS {
  readonly #onSync: () => void
  readonly #onFailure: (error: unknown) => void

  constructor(dataDir: string, onSync: () => void, onFailure: (error: unknown) => void) {
    super(dataDir)
    this.#onSync = onSync
    this.#onFailure = onFailure
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const setHook = (module: object): void => this.#setHook(module)
    const preRun = (emscriptenOpts as { preRun?: unknown[] }).preRun ?? []
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, setHook] } as FileSystemOptions }
  }

  #setHook(module: object): void {
    const nodeFs = 'NODEFS' in module ? (module.NODEFS as EmscriptenNodeFs | undefined) : undefined
    const operations = nodeFs?.stream_ops
    const realPath = nodeFs?.realPath?.bind(nodeFs)
    if (operations === undefined || realPath === undefined)
      throw new Error('this build of PGlite has no place to hook disk syncs into')
    operations.fsync = (stream) => {
      try {
        // PostgreSQL also syncs directories, to make new file names durable; those have no descriptor here.
        if (stream.nfd === undefined) syncDirectory(realPath(stream.node))
        else fdatasyncSync(stream.nfd)
      } catch (error) {
        this.#onFailure(error)
        throw error
      }
      this.#onSync()
      return 0
    }
  }
}

const syncDirectory = (path: string): void => {
  if (process.platform === 'win32') return // Windows cannot open directories
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
