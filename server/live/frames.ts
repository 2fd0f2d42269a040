import { FrameImpl, Parser } from '@stomp/stompjs'
import type { LiveMessage, LiveNews } from '../../contract/live.ts'

export interface ClientFrame {
  command: string
  headers: Readonly<Record<string, string>>
}

/** Thrown by a reader at a frame that does not end. */
export class FrameTooLong extends Error {}

/**
 * Puts frames together from the chunks they arrive in. A line end between frames is a heart-beat and no frame.
 * Throws `FrameTooLong` as soon as more than `most` bytes have come without an end; it must not be used after that.
 */
export const createFrameReader = (onFrame: (frame: ClientFrame) => void, most: number): ((chunk: string) => void) => {
  let unfinished = 0
  const parser = new Parser(
    (raw) => {
      unfinished = 0
      // Only CONNECT is read without escapes, which `fromRawFrame` knows.
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
      if (unfinished > most) throw new FrameTooLong()
    }
  }
}

/** Chunks are taken in slices, so that what stands after the end of a frame is counted to within as much. */
const SLICE = 4096

/** A frame to a client; header values are escaped. */
export const frame = (command: string, headers: Record<string, string>): string =>
  FrameImpl.marshall({ command, headers, escapeHeaderValues: true }) as string

/** All of a MESSAGE that is the same for everybody who gets it: made once, however many there are. */
export const messageTail = (message: LiveMessage | LiveNews): string => {
  const body = JSON.stringify(message)
  return `message-id:${message.uid}\ncontent-type:application/json\ncontent-length:${Buffer.byteLength(body)}\n\n${body}\0`
}

/** The part of a MESSAGE that is a subscription's own. Neither value may need escaping. */
export const messageHead = (subscription: string, destination: string): string =>
  `MESSAGE\nsubscription:${subscription}\ndestination:${destination}\n`

/** What a client offers in its heart-beat header: how often it sends, and wants to hear. 0 stands for never. */
export const heartbeatsOf = (header: string | undefined): { sends: number; wants: number } => {
  const match = /^(\d{1,9}),(\d{1,9})$/.exec(header ?? '')
  return { sends: Number(match?.[1] ?? 0), wants: Number(match?.[2] ?? 0) }
}

/** The newest version of the protocol that both sides speak; null if there is none. */
export const versionOf = (header: string | undefined): string | null => {
  const offered = (header ?? '1.0').split(',').map((version) => version.trim())
  return ['1.2', '1.1', '1.0'].find((version) => offered.includes(version)) ?? null
}
