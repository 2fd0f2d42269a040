import type { Allowances } from './allowances.ts'
import { createFrameReader, frame, heartbeatsOf, messageHead, versionOf, type ClientFrame } from './frames.ts'
import type { Credential, Rights } from './rights.ts'

/** Transport to a client. */
export interface Wire {
  send(text: string): void
  /** Closes gracefully; destroys the connection when the client does not respond. */
  close(): void
  /** Destroys the connection. */
  cut(): void
  /** Bytes in the send buffer. */
  backlog(): number
}

export interface Subscription {
  connection: Connection
  /** Without its tenant, as in `settings.7`. */
  topic: string
  /** Constant first part of its messages. */
  head: string
}

/** Services that a connection needs from the hub. */
export interface ConnectionContext {
  allowances: Allowances
  now(): number
  /** Authenticates the connection and sets its credential and rights; resolves with the reason when it is rejected. */
  admit(connection: Connection, authorization: string | undefined): Promise<string | null>
  /** Resolves with the topic of a destination when the connection may subscribe to it; null otherwise. */
  topicFor(destination: string, connection: Connection): Promise<string | null>
  subscribed(subscription: Subscription): void
  unsubscribed(subscription: Subscription): void
  ended(connection: Connection): void
  report(problem: string, error?: unknown): void
}

/** Server side of a STOMP connection: CONNECT, SUBSCRIBE, UNSUBSCRIBE, DISCONNECT. Clients only receive: SEND is rejected. */
export class Connection {
  /** Null until it is authenticated. */
  credential: Credential | null = null
  rights: Rights | null = null
  readonly #wire: Wire
  readonly #context: ConnectionContext
  readonly #read: (chunk: string) => void
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #waiting: ClientFrame[] = []
  /** Messages that are not written yet. */
  #unsent = ''
  readonly #deadline: NodeJS.Timeout
  #isWorking = false
  #isClosed = false
  #heardAt: number
  #sentAt: number
  #expectsEvery = 0
  #beatsEvery = 0

  constructor(wire: Wire, context: ConnectionContext) {
    this.#wire = wire
    this.#context = context
    this.#heardAt = this.#sentAt = context.now()
    this.#read = createFrameReader((given) => this.#take(given), context.allowances.frameBytes)
    this.#deadline = setTimeout(() => this.fail('no CONNECT came in time'), context.allowances.connectMs)
    this.#deadline.unref()
  }

  /** Handles a raw chunk from the client. */
  receive(chunk: unknown): void {
    if (this.#isClosed) return
    this.#heardAt = this.#context.now()
    if (typeof chunk !== 'string') return this.fail('frames are text')
    try {
      this.#read(chunk)
    } catch {
      this.fail('the frame is too long')
    }
  }

  /** Adds a message of a subscription to those that the next `flush` writes together; `tail` as returned by `messageTail`. */
  deliver({ head }: Subscription, tail: string): void {
    if (!this.#isClosed) this.#unsent += head + tail
  }

  /** Writes what `deliver` has added: most of the time of many small messages would go into their writes. */
  flush(): void {
    if (this.#isClosed || this.#unsent === '') return
    this.#write('')
    if (this.#wire.backlog() <= this.#context.allowances.backlogBytes) return
    this.#context.report('a client was dropped, for it takes its messages too slowly')
    this.#end()
    this.#wire.cut()
  }

  /** Sends a heart-beat when due, and closes the connection when the client's heart-beats stopped. Call it often. */
  beat(): void {
    if (this.#isClosed || this.rights === null) return
    const now = this.#context.now()
    if (this.#expectsEvery > 0 && now - this.#heardAt > 2 * this.#expectsEvery) return this.close()
    if (this.#beatsEvery > 0 && now - this.#sentAt >= this.#beatsEvery / 2) this.#write('\n')
  }

  /** Sends an ERROR frame with the reason and closes the connection. */
  fail(message: string, headers: Readonly<Record<string, string>> = {}): void {
    if (this.#isClosed) return
    this.#write(frame('ERROR', { message, ...headers }))
    this.close()
  }

  close(): void {
    if (this.#isClosed) return
    this.#end()
    this.#wire.close()
  }

  /** Handles a closed transport. */
  closed(): void {
    if (!this.#isClosed) this.#end()
  }

  #end(): void {
    this.#isClosed = true
    clearTimeout(this.#deadline)
    this.#waiting.length = 0
    for (const subscription of this.#subscriptions.values()) this.#context.unsubscribed(subscription)
    this.#subscriptions.clear()
    this.#context.ended(this)
  }

  /** Writes messages that are not written yet, and this frame after them. */
  #write(text: string): void {
    this.#sentAt = this.#context.now()
    const unsent = this.#unsent
    this.#unsent = ''
    this.#wire.send(unsent + text)
  }

  #take(given: ClientFrame): void {
    if (this.#isClosed) return
    if (this.#waiting.length >= this.#context.allowances.waitingFrames) return this.fail('too many frames at once')
    this.#waiting.push(given)
    if (!this.#isWorking) void this.#work()
  }

  /** Processes the frames one by one in order. */
  async #work(): Promise<void> {
    this.#isWorking = true
    try {
      for (let given = this.#waiting.shift(); given !== undefined; given = this.#waiting.shift()) {
        const isDone = await this.#act(given)
        if (this.#isClosed) return
        const { receipt } = given.headers
        if (isDone && receipt !== undefined) this.#write(frame('RECEIPT', { 'receipt-id': receipt }))
        if (given.command === 'DISCONNECT') this.close()
      }
    } catch (error) {
      this.#context.report('a frame could not be acted upon', error)
      this.fail('something went wrong on the server')
    } finally {
      this.#isWorking = false
    }
  }

  /** Processes a frame; resolves with whether it succeeded, which a receipt confirms. */
  async #act({ command, headers }: ClientFrame): Promise<boolean> {
    const isConnect = command === 'CONNECT' || command === 'STOMP'
    if (isConnect !== (this.rights === null))
      return this.#failed(isConnect ? 'it is connected already' : 'CONNECT comes first', headers)
    switch (command) {
      case 'CONNECT':
      case 'STOMP':
        return this.#connect(headers)
      case 'SUBSCRIBE':
        return this.#subscribe(headers)
      case 'UNSUBSCRIBE':
        return this.#unsubscribe(headers.id ?? '')
      case 'DISCONNECT':
        return true
      default:
        return this.#failed(`clients may not ${command.slice(0, 20)}`, headers)
    }
  }

  #failed(message: string, headers: ClientFrame['headers']): false {
    this.fail(message, receiptOf(headers))
    return false
  }

  async #connect(headers: ClientFrame['headers']): Promise<false> {
    const version = versionOf(headers['accept-version'])
    if (version === null) return this.#failed('none of the versions is spoken here', headers)
    const refusal = await this.#context.admit(this, headers.Authorization ?? headers.authorization)
    if (this.#isClosed) return false
    if (refusal !== null) return this.#failed(refusal, headers)
    clearTimeout(this.#deadline)
    const { heartbeatMs } = this.#context.allowances
    const { sends, wants } = heartbeatsOf(headers['heart-beat'])
    this.#expectsEvery = sends === 0 ? 0 : Math.max(sends, heartbeatMs)
    this.#beatsEvery = wants === 0 ? 0 : Math.max(wants, heartbeatMs)
    this.#write(frame('CONNECTED', { version, server: 'Assay', 'heart-beat': `${heartbeatMs},${heartbeatMs}` }))
    return false
  }

  async #subscribe(headers: ClientFrame['headers']): Promise<boolean> {
    const { id = '', destination = '' } = headers
    if (!/^[\w.-]{1,64}$/.test(id)) return this.#failed('a subscription needs an id', headers)
    if (this.#subscriptions.has(id)) return this.#failed('the subscription is there already', headers)
    if (this.#subscriptions.size >= this.#context.allowances.subscriptions)
      return this.#failed('too many subscriptions', headers)
    const topic = await this.#context.topicFor(destination, this)
    if (this.#isClosed) return false
    if (topic === null) {
      // Other subscriptions stay: a page on a deleted launch must not close the connection that its tab shares.
      const refused = { destination: destination.slice(0, 200), subscription: id }
      this.#write(frame('ERROR', { message: 'subscription refused', ...refused, ...receiptOf(headers) }))
      return false
    }
    const subscription = { connection: this, topic, head: messageHead(id, destination) }
    this.#subscriptions.set(id, subscription)
    this.#context.subscribed(subscription)
    return true
  }

  #unsubscribe(id: string): true {
    const subscription = this.#subscriptions.get(id)
    this.#subscriptions.delete(id)
    if (subscription) this.#context.unsubscribed(subscription)
    return true
  }
}

const receiptOf = ({ receipt }: ClientFrame['headers']): Record<string, string> =>
  receipt === undefined ? {} : { 'receipt-id': receipt }
