import type { Client, StompSubscription } from '@stomp/stompjs'
import { BehaviorSubject, defer, firstValueFrom, Observable, retry, timer } from 'rxjs'
import type { z } from 'zod/mini'
import { LIVE_ENDPOINT, LiveMessage, LiveNews } from '../../contract/live.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { TokenSource } from '../http/renewing.ts'

/** `connecting`: reconnecting, or not connected yet. `live`: messages arrive. */
export type LiveState = 'off' | 'connecting' | 'live'

/** The live channel. Loads and connects with the first subscription. */
export interface Live {
  state$: Observable<LiveState>
  /**
   * Messages of a topic while subscribed. A subscription ends with its socket: after each (re)connection `onConnected` is called once it is
   * active again, which is the time to request missed messages; also when the server rejects it.
   */
  follow(destination: string, onConnected: () => void): Observable<LiveMessage>
  /** The same for topics without replay: `onConnected` is the time to reload. */
  followNews(destination: string, onConnected: () => void): Observable<LiveNews>
  close(): Promise<void>
}

type Message = LiveMessage | LiveNews

interface Followed {
  /** Schema of the messages. */
  schema: z.ZodMiniType<Message>
  subscribers: Set<{ next: (message: Message) => void; onConnected: () => void }>
  subscription: StompSubscription | null
  /** The server has confirmed the subscription. A request before that could miss a message sent in between. */
  stands: boolean
}

/** SockJS fallbacks for blocked WebSockets; transports for old browsers are not served. */
const TRANSPORTS = ['websocket', 'xhr-streaming', 'eventsource', 'xhr-polling']

export interface LiveOptions {
  endpoint?: string
  /** The channel starts after this, because its code would delay the page. */
  after?: Promise<unknown>
  load?: typeof loadLibraries
  /** Delay before retrying to load or connect, in ms. */
  reconnectMs?: number
  /** Connection timeout in ms. */
  connectMs?: number
}

/** Loaded lazily: most visits show something before they need these. */
const loadLibraries = () => Promise.all([import('@stomp/stompjs'), import('sockjs-client')])

type Log = (message: string, cause?: unknown) => void

/**
 * STOMP over SockJS (LIVE-01, LIVE-05, LIVE-06). Errors and disconnects are only logged (LIVE-07). A rejected subscription receives nothing
 * until the next connection; its subscribers are called as after a connection, and learn the reason when they load the data.
 */
export const createLive = (
  session: TokenSource,
  log: Log,
  {
    endpoint = LIVE_ENDPOINT,
    after = Promise.resolve(),
    load = loadLibraries,
    reconnectMs = LIMITS.reconnectMs,
    connectMs = LIMITS.connectMs,
  }: LiveOptions = {},
): Live => {
  const followed = new Map<string, Followed>()
  const state$ = new BehaviorSubject<LiveState>('off')
  let client: Promise<Client> | null = null
  let wasRefused = false
  let receipts = 0
  /** Counts closings: clients of earlier generations are ignored. */
  let closings = 0

  const forgetSubscriptions = () => {
    for (const topic of followed.values()) Object.assign(topic, { subscription: null, stands: false })
  }

  const subscribe = (stomp: Client, destination: string, topic: Followed): void => {
    const receipt = `standing-${(receipts += 1)}`
    const subscription = stomp.subscribe(
      destination,
      ({ body }) => {
        const message = readMessage(topic.schema, body, log)
        if (message) for (const { next } of topic.subscribers) next(message)
      },
      { receipt },
    )
    topic.subscription = subscription
    stomp.watchForReceipt(receipt, () => {
      if (topic.subscription !== subscription) return
      topic.stands = true
      for (const { onConnected } of topic.subscribers) onConnected()
    })
  }

  /** An offline device cannot load the channel's code either. */
  const tryAgain = (cause: unknown, opened: number): Observable<unknown> => {
    if (opened !== closings) throw cause
    state$.next('connecting')
    log('the live channel could not be loaded', cause)
    return timer(reconnectMs)
  }

  const open = async (): Promise<Client> => {
    const opened = closings
    await after
    const [{ Client: StompClient }, { default: SockJS }] = await firstValueFrom(
      defer(load).pipe(retry({ delay: (cause) => tryAgain(cause, opened) })),
    )
    const stomp = new StompClient({
      webSocketFactory: () => new SockJS(endpoint, null, { transports: TRANSPORTS }),
      reconnectDelay: reconnectMs,
      connectionTimeout: connectMs,
      heartbeatIncoming: LIMITS.heartbeatMs,
      heartbeatOutgoing: LIMITS.heartbeatMs,
      beforeConnect: async () => {
        // A rejected CONNECT is the channel's 401: the token has expired.
        if (wasRefused) await session.renew().catch((cause: unknown) => log('the session could not be renewed', cause))
        wasRefused = false
        stomp.connectHeaders = { Authorization: `Bearer ${session.token() ?? ''}` }
      },
      onConnect: () => {
        if (opened !== closings) return
        state$.next('live')
        for (const [destination, topic] of followed) subscribe(stomp, destination, topic)
      },
      onStompError: (frame) => {
        wasRefused = frame.headers.message === 'unauthorised'
        log(`the live channel refused: ${[frame.headers.message, frame.headers.destination].join(' ').trim()}`)
        // What is followed may have been deleted before the subscription: the subscribers learn it when they load the data.
        for (const { onConnected } of followed.get(frame.headers.destination ?? '')?.subscribers ?? []) onConnected()
      },
      onWebSocketClose: () => {
        if (opened !== closings) return
        forgetSubscriptions()
        state$.next('connecting')
        log('the live channel was closed')
      },
    })
    if (opened !== closings) return stomp
    state$.next('connecting')
    stomp.activate()
    return stomp
  }

  const subscribeWhenOpen = async (opening: Promise<Client>, destination: string, topic: Followed): Promise<void> => {
    try {
      const stomp = await opening
      const isWanted = followed.get(destination) === topic && !topic.subscription
      if (stomp.connected && isWanted) subscribe(stomp, destination, topic)
    } catch (cause) {
      if (client === opening) client = null
      log('the live channel could not be loaded', cause)
    }
  }

  const start = (destination: string, topic: Followed): void => {
    client ??= open()
    void subscribeWhenOpen(client, destination, topic)
  }

  const following = <M extends Message>(
    schema: z.ZodMiniType<M>,
    destination: string,
    onConnected: () => void,
  ): Observable<M> =>
    new Observable<M>((subscriber) => {
      // Subscribers of a destination share its schema, so parsed messages have their type.
      const entry = { next: (message: Message) => subscriber.next(message as M), onConnected }
      const known = followed.get(destination)
      const topic = known ?? { schema, subscribers: new Set(), subscription: null, stands: false }
      topic.subscribers.add(entry)
      if (topic.stands) onConnected()
      followed.set(destination, topic)
      if (!known || client === null) start(destination, topic)
      return () => {
        topic.subscribers.delete(entry)
        if (topic.subscribers.size > 0) return
        topic.subscription?.unsubscribe()
        followed.delete(destination)
      }
    })

  return {
    state$,
    follow: (destination, onConnected) => following(LiveMessage, destination, onConnected),
    followNews: (destination, onConnected) => following(LiveNews, destination, onConnected),
    close: async () => {
      const opened = client
      // Immediately: later subscribers need a new client.
      client = null
      closings += 1
      forgetSubscriptions()
      state$.next('off')
      await opened?.then((stomp) => stomp.deactivate()).catch(() => undefined)
    },
  }
}

const readMessage = <M>(schema: z.ZodMiniType<M>, body: string, log: Log): M | null => {
  try {
    const parsed = schema.safeParse(JSON.parse(body))
    if (parsed.success) return parsed.data
    log('a live message was not what the contract says', parsed.error)
  } catch (cause) {
    log('a live message was not JSON', cause)
  }
  return null
}
