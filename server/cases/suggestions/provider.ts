import { createParser } from 'eventsource-parser'
import { z } from 'zod/mini'
import { OutgoingFailure, type Outgoing } from '../../outgoing/outgoing.ts'

/** A language model that speaks the chat completions protocol of OpenAI, as most do. */
export interface AiProvider {
  model: string
  /**
   * Streams what it answers, in pieces as they come. Throws `ProviderFailure` when it refuses, cannot be reached, is silent for too long or
   * breaks off; stops reading when the signal aborts.
   */
  complete(messages: readonly Message[], signal: AbortSignal): AsyncGenerator<string>
}

export interface Message {
  role: 'system' | 'user'
  content: string
}

/** `message` is for people, and holds nothing of the key. */
export class ProviderFailure extends Error {}

/** Silence after which a provider counts as gone. */
const MOST_SILENT_MS = 60_000
/** More than a long answer: whatever it is, it is not that. */
const MOST_BYTES = 4 * 1024 * 1024

const Chunk = z.object({
  choices: z.optional(
    z.array(z.object({ delta: z.optional(z.object({ content: z.optional(z.nullable(z.string())) })) })),
  ),
  error: z.optional(z.object({ message: z.optional(z.string()) })),
})

export interface ProviderSettings {
  /** Base of its addresses, as `https://api.openai.com/v1`. */
  url: string
  key?: string | undefined
  model: string
  outgoing: Outgoing
  mostSilentMs?: number
}

export const createProvider = ({
  url,
  key,
  model,
  outgoing,
  mostSilentMs = MOST_SILENT_MS,
}: ProviderSettings): AiProvider => ({
  model,
  async *complete(messages, signal) {
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), mostSilentMs)
    const heard = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), mostSilentMs)
    }
    try {
      const response = await outgoing.open(`${url.replace(/(?<!\/)\/+$/, '')}/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, messages, stream: true }),
        signal: AbortSignal.any([signal, silence.signal]),
      })
      const { statusCode: status = 0 } = response
      if (status < 200 || status > 299) {
        response.destroy()
        throw new ProviderFailure(`The assistant’s provider answered with ${status}`)
      }
      yield* contentOf(response as AsyncIterable<Buffer>, heard)
    } catch (cause) {
      if (cause instanceof ProviderFailure || signal.aborted) throw cause
      if (silence.signal.aborted)
        throw new ProviderFailure('The assistant’s provider has been silent for too long', { cause })
      if (cause instanceof OutgoingFailure && cause.why === 'internal')
        throw new ProviderFailure('The assistant’s provider is at an internal address, which is not allowed', { cause })
      throw new ProviderFailure('The assistant’s provider cannot be reached, or broke off', { cause })
    } finally {
      clearTimeout(timer)
    }
  },
})

/** What the events say. Events that cannot be read are passed over: others may follow. */
async function* contentOf(body: AsyncIterable<Uint8Array>, heard: () => void): AsyncGenerator<string> {
  let pieces: string[] = []
  let isDone = false
  let refusal: string | null = null
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data.trim() === '[DONE]') {
        isDone = true
        return
      }
      const chunk = chunkOf(data)
      if (chunk?.error !== undefined) refusal = chunk.error.message ?? ''
      const content = chunk?.choices?.[0]?.delta?.content
      if (content) pieces.push(content)
    },
  })
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const part of body) {
    heard()
    bytes += part.byteLength
    if (bytes > MOST_BYTES) throw new ProviderFailure('The assistant’s provider does not come to an end')
    parser.feed(decoder.decode(part, { stream: true }))
    const ready = pieces
    pieces = []
    yield* ready
    if (refusal !== null)
      throw new ProviderFailure(`The assistant’s provider refused: ${String(refusal).slice(0, 300)}`)
    if (isDone) return
  }
  if (!isDone) throw new ProviderFailure('The assistant’s provider broke off')
}

const chunkOf = (data: string): z.infer<typeof Chunk> | null => {
  try {
    return Chunk.parse(JSON.parse(data))
  } catch {
    return null
  }
}
