import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerSettings } from './worker-messages.ts'
import { WorkerSocket } from './worker-socket.ts'

export interface DatabaseThread {
  /** Returns a new socket to the database. A replacement socket continues the same session. */
  socket: () => WorkerSocket
  syncs: () => number
  /** Flushes everything and ends the thread. */
  close: () => Promise<void>
}

/**
 * Starts the database worker on `folder`; resolves when it accepts queries. Calls `onFailure` once if it dies later or a disk sync fails:
 * from then on no query is answered, and open sockets break.
 */
export const startThread = async (
  folder: string,
  workerUrl: URL,
  onFailure: (error: Error) => void,
): Promise<DatabaseThread> => {
  const settings: WorkerSettings = { folder, syncs: new Int32Array(new SharedArrayBuffer(4)) }
  const worker = new Worker(workerUrl, { workerData: settings })
  const send = (message: ToWorker): void =>
    worker.postMessage(message, message.kind === 'bytes' ? [message.bytes.buffer] : [])

  let state: 'starting' | 'running' | 'ended' = 'starting'
  let failure: Error | null = null
  /** By number: a replaced socket may still have answers to come. */
  const sockets = new Map<number, WorkerSocket>()
  let last = 0
  let onReady = (): void => undefined
  let onRefused: (error: Error) => void = () => undefined
  let onEnded = (): void => undefined
  const ready = new Promise<void>((resolve, reject) => {
    onReady = resolve
    onRefused = reject
  })
  const ended = new Promise<void>((resolve) => (onEnded = resolve))

  const fail = (error: Error): void => {
    if (state === 'ended') return
    const before = state
    state = 'ended'
    failure = error
    void worker.terminate()
    if (before === 'starting') onRefused(error)
    else {
      for (const socket of sockets.values()) socket.destroy(error)
      onFailure(error)
    }
  }
  worker.on('message', (message: FromWorker) => {
    if (state === 'ended') return
    if (message.kind === 'bytes') sockets.get(message.socket)?.receive(message.bytes)
    else if (message.kind === 'failed') fail(new Error(`the embedded database failed: ${message.reason}`))
    else if (message.kind === 'closed') state = 'ended'
    else {
      state = 'running'
      onReady()
    }
  })
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => {
    fail(new Error('the thread of the embedded database ended'))
    onEnded()
  })
  await ready

  return {
    socket: () => {
      const number = (last += 1)
      const socket = new WorkerSocket((bytes) => send({ kind: 'bytes', socket: number, bytes }))
      sockets.set(number, socket)
      socket.once('close', () => sockets.delete(number))
      if (failure !== null) socket.destroy(failure)
      return socket
    },
    syncs: () => Atomics.load(settings.syncs, 0),
    close: async () => {
      if (state === 'running') send({ kind: 'close' })
      await ended
    },
  }
}
