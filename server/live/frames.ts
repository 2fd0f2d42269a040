import { FrameImpl, Parser } from '@stomp/stompjs'
import type { LiveMessage, LiveNews } from '../../contract/live.ts'

export interface ClientFrame {
  command: string
  headers: Readonly<Record<string, string>>
}

/** Thrown by a reader for a frame above the length limit. */
export class FrameTooLong extends Error {}

/**
 * Assembles frames from chunks. A line end between frames is a heart-beat, and is skipped. Throws `FrameTooLong` as soon as an unfinished
 * frame exceeds `most` bytes; the reader must not be used afterwards.
 */
export const createFrameReader = (onFrame: (frame: ClientFrame) => void, max: number): ((chunk: string) => void) => {
  let unfinished = 0
  const parser = new Parser(
    (raw) => {
      unfinished = 0
      // Only CONNECT has no escapes, which `fromRawFrame` respects.
      const { command, headers } = FrameImpl.fromRawFrame(raw, true)
      onFrame({ command, headers })
    },
    () => undefined,
  )
  return (chunk) => {
    for (let start = 0; start < chunk.length; start += SLICE) {
      const slice = chunk.slice(start, start + SLICE)
      unfinished += /^[\r\n]*$/.test(slice) ? 0 : slice.length
      parser.parseChunk(slice)
      if (unfinished > max) throw new FrameTooLong()
    }
  }
}

/** Chunks are processed in slices: bounds how much after the end of a frame is counted towards its length. */
const SLICE = 4096

/** Serializes a frame for a client; header values are escaped. */
export const frame = (command: string, headers: Record<string, string>): string =>
  FrameImpl.marshall({ command, headers, escapeHeaderValues: true }) as string

/** Serializes the part of a MESSAGE that is equal for all subscribers: once per message. */
export const messageTail = (message: LiveMessage | LiveNews): string => {
  const body = JSON.stringify(message)
  return `message-id:${message.uid}\ncontent-type:application/json\ncontent-length:${Buffer.byteLength(body)}\n\n${body}\0`
}

/** Serializes the part of a MESSAGE that differs by subscription. Neither value may need escaping. */
export const messageHead = (subscription: string, destination: string): string =>
  `MESSAGE\nsubscription:${subscription}\ndestination:${destination}\n`

/** Parses a client's heart-beat header: intervals in ms in which it sends and wants to receive. 0 means never. */
export const heartbeatsOf = (header: string | undefined): { sends: number; wants: number } => {
  const match = /^(\d{1,9}),(\d{1,9})$/.exec(header ?? '')
  return { sends: Number(match?.[1] ?? 0), wants: Number(match?.[2] ?? 0) }
}

/** Returns the newest protocol version that both sides support; null for none. */
export const versionOf = (header: string | undefined): string | null => {
  const offered = (header ?? '1.0').split(',').map((version) => version.trim())
  return ['1.2', '1.1', '1.0'].find((version) => offered.includes(version)) ?? null
}
