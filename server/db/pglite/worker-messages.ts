/** Passed to the worker at start. `syncs` counts completed disk syncs, in shared memory. */
export interface WorkerSettings {
  folder: string
  syncs: Int32Array<SharedArrayBuffer>
}

/**
 * `bytes`: complete messages of PostgreSQL's wire protocol, the last of which requests a response. `socket`: its number, which the answer
 * repeats.
 */
export type ToWorker = { kind: 'bytes'; socket: number; bytes: Uint8Array<ArrayBuffer> } | { kind: 'close' }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; socket: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'closed' }
  | { kind: 'failed'; reason: string }
