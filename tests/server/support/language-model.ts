import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to the model. */
export interface Prompted {
  path: string
  authorization: string | undefined
  body: { model: string; stream: boolean; messages: { role: string; content: string }[] }
}

/** Writes its answer to the response. */
export type Behaviour = (answer: Answer, prompted: Prompted) => void | Promise<void>

export interface Answer {
  response: ServerResponse
  /** One event of the protocol with a piece of content. */
  say(content: string): void
  /** Any bytes. */
  raw(text: string): void
  done(): void
}

/** A language model on loopback that speaks the chat completions protocol, can misbehave, and records its requests. */
export const startLanguageModel = async () => {
  let behave: Behaviour = ({ done }) => done()
  const sentRequests: Prompted[] = []
  const server = createServer((request, response) => void answer(request, response))
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const prompted: Prompted = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(parts).toString()) as Prompted['body'],
    }
    sentRequests.push(prompted)
    const raw = (text: string) => {
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(text)
    }
    const say = (content: string) => raw(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
    const done = () => {
      raw('data: [DONE]\n\n')
      response.end()
    }
    await behave({ response, say, raw, done }, prompted)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked: sentRequests,
    behaves: (next: Behaviour) => {
      behave = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type LanguageModel = Awaited<ReturnType<typeof startLanguageModel>>
