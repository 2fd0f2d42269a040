/** Given to the worker when it starts. `syncs` counts what reached the disk; it is shared memory. */
export interface WorkerSettings {
  folder: string
  syncs: Int32Array<SharedArrayBuffer>
}

/**
 * `bytes`: whole messages of PostgreSQL's wire protocol, the last of them one that asks for an answer. `socket`: which one they come
 * from, as the answer says again.
 */
export type ToWorker = { kind: 'bytes'; socket: number; bytes: Uint8Array<ArrayBuffer> } | { kind: 'close' }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; socket: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'closed' }
  | { kind: 'failed'; reason: string }
