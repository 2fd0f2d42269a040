import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createFatalErrorReader } from './fatal-error.ts'
import { SyncedNodeFS } from './synced-fs.ts'
import { plannerSettings } from '../planner-settings.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './worker-messages.ts'

/**
 * Runs the embedded database in a thread: it receives and sends bytes of PostgreSQL's wire protocol. A query occupies its thread from start
 * to end, so this must not be the thread that handles requests. Started as a process with a folder as argument, it creates the database in
 * that folder and exits.
 */
const { folder, syncs } = isMainThread
  ? { folder: process.argv[2] ?? '', syncs: new Int32Array(new SharedArrayBuffer(4)) }
  : (workerData as WorkerSettings)
const post = (message: FromWorker, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer)

let broken = false
const isBroken = (): boolean => broken
const fail = (error: unknown): void => {
  if (broken) return
  broken = true
  post({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}

const database = new PGlite({
  extensions: { btree_gin, pg_trgm },
  fs: new SyncedNodeFS(folder, () => void Atomics.add(syncs, 0, 1), fail),
  // The last value of a repeated setting wins, so these override the default `-F` (no fsync).
  startParams: [
    ...PGlite.defaultStartParams,
    '-c',
    'fsync=on',
    '-c',
    'wal_sync_method=fsync',
    '-c',
    'shared_buffers=32MB', // the system caches the folder as well; the default of 128 MB would never be freed
    '-c',
    'wal_buffers=4MB', // holds a batch of an import; a smaller buffer is written page by page, with one system call each
    ...plannerSettings.flatMap((setting) => ['-c', setting]),
  ],
})

/** Verifies on this folder that a commit is synced to disk before it is acknowledged. */
const proveDurable = async (): Promise<void> => {
  const { rows } = await database.query<{ fsync: string }>(`select current_setting('fsync') as fsync`)
  const before = Atomics.load(syncs, 0)
  await database.query(`select pg_logical_emit_message(true, 'assay', 'a commit that must be synced')`)
  if (rows[0]?.fsync !== 'on' || Atomics.load(syncs, 0) === before)
    throw new Error('the embedded database does not sync its commits to the disk; refusing to start')
}

const fatalErrorIn = createFatalErrorReader()

/** Collects the engine's output and sends it as one message. */
const answer = async (request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  let size = 0
  await database.execProtocolRawStream(request, {
    syncToFs: false, // the folder is the file system: there is nothing to copy
    onRawData: (bytes) => {
      parts.push(bytes.slice()) // copied: the engine overwrites this memory in its next step
      size += bytes.length
      // Checked here because the engine may never return from this call.
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

// One at a time and in order: the engine has one session.
let turn: Promise<void> = isMainThread
  ? Promise.resolve()
  : database.waitReady
      .then(proveDurable)
      .then(() => post({ kind: 'ready' }))
      .catch(fail)

const handle = async (message: ToWorker): Promise<void> => {
  if (isBroken()) return // nothing may be acknowledged after a failed sync or a panic
  if (message.kind === 'close') {
    await database.close()
    post({ kind: 'closed' })
    parentPort?.close()
    return
  }
  const bytes = await answer(message.bytes)
  if (!isBroken()) post({ kind: 'bytes', socket: message.socket, bytes }, [bytes.buffer])
}

parentPort?.on('message', (message: ToWorker) => {
  turn = turn.then(() => handle(message)).catch(fail)
})
