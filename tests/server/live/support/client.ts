import { Client, type IFrame } from '@stomp/stompjs'
import SockJS from 'sockjs-client'
import { LIVE_ENDPOINT, LiveMessage, LiveNews } from '../../../../contract/live.ts'
import type { TestApp } from '../../support/app.ts'

/** A client of the live channel with a real socket. It does not reconnect. */
export interface LiveClient {
  /** All messages so far in the order of arrival, validated by the contract. */
  messages: LiveMessage[]
  /** The same for topics of news. */
  news: LiveNews[]
  errors: IFrame[]
  connected: IFrame
  /** Resolves when the server confirms the subscription; rejects with its error. */
  subscribe(destination: string): Promise<void>
  send(destination: string): void
  /** Resolves once this holds; checked with every message, error and the end of the connection. */
  until(holds: () => boolean): Promise<void>
  /** Resolves once the connection has ended. */
  ended: Promise<void>
  close(): Promise<void>
}

export interface Listening {
  token?: string | undefined
  transports?: string[]
  heartbeats?: { incoming: number; outgoing: number }
}

/** Rejects with the ERROR frame's message when the client is rejected. */
export const listen = async ({ url }: Pick<TestApp, 'url'>, given: Listening = {}): Promise<LiveClient> => {
  const messages: LiveMessage[] = []
  const news: LiveNews[] = []
  const errors: IFrame[] = []
  const watching = new Set<() => void>()
  const look = (): void => watching.forEach((watch) => watch())
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const refusals = new Map<string, (frame: IFrame) => void>()
  let receipts = 0

  const client = new Client({
    webSocketFactory: () =>
      new SockJS(`${url}${LIVE_ENDPOINT}`, null, { transports: given.transports ?? ['websocket'] }),
    reconnectDelay: 0,
    heartbeatIncoming: given.heartbeats?.incoming ?? 10_000,
    heartbeatOutgoing: given.heartbeats?.outgoing ?? 10_000,
    connectHeaders: given.token === undefined ? {} : { Authorization: `Bearer ${given.token}` },
    onWebSocketClose: () => {
      end()
      look()
    },
  })
  const connected = await new Promise<IFrame>((resolve, reject) => {
    client.onConnect = resolve
    client.onStompError = (frame) => {
      errors.push(frame)
      refusals.get(frame.headers['receipt-id'] ?? '')?.(frame)
      look()
      reject(new Error(frame.headers.message))
    }
    void ended.then(() => reject(new Error('the connection ended')))
    client.activate()
  })
  return {
    messages,
    news,
    errors,
    connected,
    ended,
    subscribe: (destination) =>
      new Promise((resolve, reject) => {
        const receipt = `receipt-${(receipts += 1)}`
        client.watchForReceipt(receipt, () => resolve())
        refusals.set(receipt, (frame) => reject(new Error(frame.headers.message)))
        void ended.then(() => reject(new Error('the connection ended')))
        client.subscribe(
          destination,
          ({ body }) => {
            const received: unknown = JSON.parse(body)
            if (
              /\.(?:workspace|launchQueue|(?:settings|testCases|exploratory|savedFilters|launchers)\.\d+)$/.test(
                destination,
              )
            )
              news.push(LiveNews.parse(received))
            else messages.push(LiveMessage.parse(received))
            look()
          },
          { receipt },
        )
      }),
    send: (destination) => client.publish({ destination, body: 'hello' }),
    until: (holds) =>
      new Promise((resolve) => {
        const watch = (): void => {
          if (!holds()) return
          watching.delete(watch)
          resolve()
        }
        watching.add(watch)
        watch()
      }),
    close: () => client.deactivate(),
  }
}

/** A connection to the live channel without a STOMP client, for frames that no client would send. */
export const openLine = async ({
  url,
}: Pick<TestApp, 'url'>): Promise<{ socket: WebSocket; ended: Promise<void>; heard: () => string }> => {
  const socket = new SockJS(`${url}${LIVE_ENDPOINT}`, null, { transports: ['websocket'] })
  let text = ''
  const ended = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()))
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => (text += data))
  await new Promise<void>((resolve) => socket.addEventListener('open', () => resolve()))
  return { socket, ended, heard: () => text }
}
