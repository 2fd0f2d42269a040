import { Duplex } from 'node:stream'

/** Larger answers are delivered in chunks, yielding to the event loop in between. */
const pieceBytes = 64 * 1024

/**
 * Socket for `pg`: writes go to the database worker, and its answers are read. Both engines thereby share one client, with the same types,
 * errors and prepared statements.
 */
export class WorkerSocket extends Duplex {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void
  #waiting: Buffer[] = []
  #pieces: Uint8Array[] = []
  #scheduled = false

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super()
    this.#send = send
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  /** Accepts an answer from the worker. */
  receive(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += pieceBytes) this.#pieces.push(bytes.subarray(at, at + pieceBytes))
    if (!this.#scheduled) this.#handOn()
  }

  #handOn(): void {
    this.#scheduled = false
    const piece = this.#pieces.shift()
    if (piece === undefined || this.destroyed) return
    this.push(Buffer.from(piece.buffer, piece.byteOffset, piece.length))
    if (this.#pieces.length === 0) return
    // Parsing a large answer in one go would block all other requests.
    this.#scheduled = true
    setImmediate(() => this.#handOn())
  }

  override _read(): void {
    // Answers are pushed by `receive`; the worker has no back-pressure.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#waiting.push(chunk)
    if (this.#waiting.length === 1) process.nextTick(() => this.#sendOn())
    done()
  }

  /** Sends concurrently started statements as one message: waking the other thread costs more than most statements. */
  #sendOn(): void {
    if (this.#waiting.length === 0) return
    const whole = new Uint8Array(this.#waiting.reduce((size, { length }) => size + length, 0))
    let at = 0
    for (const chunk of this.#waiting) {
      whole.set(chunk, at)
      at += chunk.length
    }
    this.#waiting = []
    this.#send(whole)
  }

  override _final(done: () => void): void {
    this.#sendOn()
    this.push(null)
    done()
  }
}
