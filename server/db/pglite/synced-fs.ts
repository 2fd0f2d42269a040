import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What this file needs of Emscripten's Node file system; the package does not type it. */
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
 * PGlite's folder file system with real syncs. As shipped it has none: PostgreSQL asks for one at every commit and is told
 * "done", so that a power cut could take acknowledged work. `onSync` is called after each sync; `onFailure` when the disk
 * refuses one: what was written is then unknown and the database must not be used any further.
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
        // PostgreSQL syncs directories too (a new file is safe only with its name); those are open without a descriptor.
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
  if (process.platform === 'win32') return // a directory cannot be opened there
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
