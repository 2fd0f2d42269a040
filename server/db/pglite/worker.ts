import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createFatalErrorReader } from './fatal-error.ts'
import { SyncedNodeFS } from './synced-fs.ts'
import { plannerSettings } from '../planner-settings.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './worker-messages.ts'

/**
 * The thread that is the embedded database: bytes of PostgreSQL's wire protocol come in, bytes go out. A query holds its
 * thread from start to end, which is why it must not be the thread that answers requests.
 *
 * As a process of its own, with the folder as its argument, it makes the database in that folder and ends.
 */
const { folder, syncs } = isMainThread
  ? { folder: process.argv[2] ?? '', syncs: new Int32Array(new SharedArrayBuffer(4)) }
  : (workerData as WorkerSettings)
const tell = (message: FromWorker, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer)

let broken = false
const isBroken = (): boolean => broken
const fail = (error: unknown): void => {
  if (broken) return
  broken = true
  tell({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}

const database = new PGlite({
  extensions: { btree_gin, pg_trgm },
  fs: new SyncedNodeFS(folder, () => void Atomics.add(syncs, 0, 1), fail),
  // The last value of a setting given twice counts, so that these undo the `-F` among the defaults.
  startParams: [
    ...PGlite.defaultStartParams,
    '-c',
    'fsync=on',
    '-c',
    'wal_sync_method=fsync',
    '-c',
    'shared_buffers=32MB', // the folder is cached by the system as well; 128 MB, the default, are never given back
    '-c',
    'wal_buffers=4MB', // a part of an import fits: with less, it is written page by page, a call of the system for each
    ...plannerSettings.flatMap((setting) => ['-c', setting]),
  ],
})

/** Proves on this very folder that a commit reaches the disk before it is acknowledged. */
const proveDurable = async (): Promise<void> => {
  const { rows } = await database.query<{ fsync: string }>(`select current_setting('fsync') as fsync`)
  const before = Atomics.load(syncs, 0)
  await database.query(`select pg_logical_emit_message(true, 'assay', 'a commit that must be synced')`)
  if (rows[0]?.fsync !== 'on' || Atomics.load(syncs, 0) === before)
    throw new Error('the embedded database does not sync its commits to the disk; refusing to start')
}

const fatalErrorIn = createFatalErrorReader()

/** Answers collect here while the engine runs, and leave as one message. */
const answer = async (request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  let size = 0
  await database.execProtocolRawStream(request, {
    syncToFs: false, // the folder is the file system: there is nothing to copy
    onRawData: (bytes) => {
      parts.push(bytes.slice()) // a view into the engine's memory, which the next step overwrites
      size += bytes.length
      // Here, because the engine may never come back from it.
      const reason = fatalErrorIn(bytes)
      if (reason !== null) fail(reason)
    },
  })
  const whole = new Uint8Array(size)
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

const make = async (): Promise<void> => {
  await database.waitReady
  await proveDurable()
  await database.close()
}

if (isMainThread)
  make().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(String(error))
      process.exit(1)
    },
  )

// One at a time and in order: the engine is one session.
let turn: Promise<void> = isMainThread
  ? Promise.resolve()
  : database.waitReady
      .then(proveDurable)
      .then(() => tell({ kind: 'ready' }))
      .catch(fail)

const handle = async (message: ToWorker): Promise<void> => {
  if (isBroken()) return // nothing that runs after a failed sync or a panic may be acknowledged
  if (message.kind === 'close') {
    await database.close()
    tell({ kind: 'closed' })
    parentPort?.close()
    return
  }
  const bytes = await answer(message.bytes)
  if (!isBroken()) tell({ kind: 'bytes', socket: message.socket, bytes }, [bytes.buffer])
}

parentPort?.on('message', (message: ToWorker) => {
  turn = turn.then(() => handle(message)).catch(fail)
})
