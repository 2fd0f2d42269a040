import { afterEach, describe, expect, test } from 'vitest'
import { createAttachmentsService } from '../../../services/cases/attachments.ts'
import { getUploadState, uploadPath } from '../../../contract/exploratory/files.ts'
import type { TokenSource } from '../../../services/http/renewing.ts'
import { createOutboxService } from '../../../services/outbox/outbox.ts'
import { listen, type Answer, type Heard, type Loopback } from './support.ts'

const fileUuid = '22222222-2222-4222-8222-222222222222'
const chunk = { fileUuid, name: 'a.png', sizeBytes: 3, offset: 0, bytes: new Blob(['abc']) }
const attachment = { id: fileUuid, name: 'a.png', contentType: 'image/png', sizeBytes: 3 }

let server: Loopback | null = null
afterEach(() => server?.close())

const aSession = () => {
  let token = 'old'
  let renewals = 0
  const session: TokenSource = {
    token: () => token,
    renew: () => {
      renewals += 1
      token = `new ${renewals}`
      return Promise.resolve()
    },
  }
  return { session, renewals: () => renewals }
}

/** The part of XMLHttpRequest that an upload needs, made with `fetch`. */
class Request extends EventTarget {
  readonly upload = new EventTarget()
  readonly headers = new Headers()
  status = 0
  response: unknown = null
  private path = ''
  open(_method: string, path: string) {
    this.path = path
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  send(body: FormData) {
    void this.load(body)
  }
  private async load(body: FormData) {
    const answer = await server?.fetch(this.path, { method: 'POST', headers: this.headers, body })
    this.status = answer?.status ?? 0
    this.response = await answer?.json()
    this.dispatchEvent(new Event('load'))
  }
}

type Sends = (session: TokenSource) => Promise<unknown>
const sendChunk: Sends = (session) =>
  createOutboxService(
    () => Promise.reject(new Error('no calls')),
    session,
    (...given) => server?.fetch(...given) ?? Promise.reject(new Error('no server')),
  ).sendChunk({ state: getUploadState, path: uploadPath, chunkBytes: 3 }, 'DEF', chunk)
const sendAttachment: Sends = (session) =>
  new Promise((done, failed) => {
    const service = createAttachmentsService(session, () => new Request() as unknown as XMLHttpRequest)
    const file = new File(['abc'], 'a.png')
    service.send('DEF', { key: 'key', file }, { progressed: () => undefined, done, failed })
  })

describe.each([
  { what: 'a chunk', send: sendChunk, body: { fileUuid, receivedBytes: 3, sizeBytes: 3 } },
  { what: 'an attachment', send: sendAttachment, body: { data: attachment } },
])('$what with an expired token', ({ send, body }) => {
  const refused: Answer = { status: 401, body: { code: 'UNAUTHORIZED', message: 'no' } }
  const answering = async (answer: (heard: Heard) => Answer | Promise<Answer>) => {
    server = await listen(answer)
    return server.heard
  }
  const tokens = (heard: readonly Heard[]) => heard.map(({ authorization }) => authorization)
  const onlyNew = ({ authorization }: Heard): Answer =>
    authorization === 'Bearer old' ? refused : { status: 200, body }

  test('[SESSION-03] is retried once with the token of one renewal', async () => {
    const heard = await answering(onlyNew)
    const { session, renewals } = aSession()
    await send(session)
    expect(tokens(heard)).toEqual(['Bearer old', 'Bearer new 1'])
    expect(renewals()).toBe(1)
  })

  test('[SESSION-06] is not renewed again when it is rejected again', async () => {
    const heard = await answering(() => refused)
    const { session, renewals } = aSession()
    await expect(send(session)).rejects.toMatchObject({ status: 401 })
    expect(heard).toHaveLength(2)
    expect(renewals()).toBe(1)
  })

  test('[SESSION-06] does not renew a token that others have renewed while it was under way', async () => {
    const { session, renewals } = aSession()
    const heard = await answering(async (one) => {
      if (one.authorization === 'Bearer old') await session.renew()
      return onlyNew(one)
    })
    await send(session)
    expect(tokens(heard)).toEqual(['Bearer old', 'Bearer new 1'])
    expect(renewals()).toBe(1)
  })
})
