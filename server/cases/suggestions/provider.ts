import { createParser } from 'eventsource-parser'
import { z } from 'zod/mini'
import { OutgoingFailure, type Outgoing } from '../../outgoing/outgoing.ts'

/** Language model with OpenAI's chat completions API. */
export interface AiProvider {
  model: string
  /**
   * Streams the completion in chunks. Throws `ProviderFailure` if the provider rejects the request, is unreachable, times out or
   * disconnects. Stops reading when the signal aborts.
   */
  complete(messages: readonly Message[], signal: AbortSignal): AsyncGenerator<string>
}

export interface Message {
  role: 'system' | 'user'
  content: string
}

/** `message` is for display and never contains the key. */
export class ProviderFailure extends Error {}

/** Time without data after which the provider counts as unreachable. */
const MAX_SILENT_MS = 60_000
/** Larger than any plausible completion. */
const MAX_BYTES = 4 * 1024 * 1024

const Chunk = z.object({
  choices: z.optional(
    z.array(z.object({ delta: z.optional(z.object({ content: z.optional(z.nullable(z.string())) })) })),
  ),
  error: z.optional(z.object({ message: z.optional(z.string()) })),
})

export interface ProviderSettings {
  /** Base URL, such as `https://api.openai.com/v1`. */
  url: string
  key?: string | undefined
  model: string
  outgoing: Outgoing
  maxSilentMs?: number
}

export const createProvider = ({
  url,
  key,
  model,
  outgoing,
  maxSilentMs = MAX_SILENT_MS,
}: ProviderSettings): AiProvider => ({
  model,
  async *complete(messages, signal) {
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), maxSilentMs)
    const restartTimeout = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), maxSilentMs)
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
      yield* contentOf(response as AsyncIterable<Buffer>, restartTimeout)
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

/** Yields the content of the events. Malformed events are skipped, since others may follow. */
async function* contentOf(body: AsyncIterable<Uint8Array>, restartTimeout: () => void): AsyncGenerator<string> {
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
    restartTimeout()
    bytes += part.byteLength
    if (bytes > MAX_BYTES) throw new ProviderFailure('The assistant’s provider does not come to an end')
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
