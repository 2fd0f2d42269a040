import { afterEach, describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod/mini'
import { listTestCases } from '../../../contract/cases/cases.ts'
import { defineCall, type Nothing } from '../../../contract/call.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { listProjects, starProject } from '../../../contract/projects/projects.ts'
import { renewSession, signIn } from '../../../contract/session/session.ts'
import { ApiError, isErrorPayload } from '../../../services/http/api-error.ts'
import { createHttp, type Given } from '../../../services/http/http.ts'
import { listen, type Answer, type Heard, type Loopback } from './support.ts'

const thing = defineCall({
  name: 'thing',
  summary: '',
  method: 'GET',
  path: '/api/thing',
  access: 'signed-in',
  answer: z.object({ name: z.string() }),
})
const authorize = defineCall({
  name: 'authorize',
  summary: '',
  method: 'POST',
  path: '/api/public-access:authorize',
  access: 'anyone',
})

let server: Loopback | null = null
afterEach(() => server?.close())

const world = async (
  answer: (heard: Heard) => Answer | Promise<Answer>,
  { renewsTo = 'new' }: { renewsTo?: string | null } = {},
) => {
  server = await listen(answer)
  let token: string | null = 'old'
  let renewals = 0
  const send = createHttp(
    {
      token: () => token,
      renew: async () => {
        renewals += 1
        // Long enough for others to be rejected meanwhile.
        await server?.fetch('/renewing')
        if (renewsTo === null) throw new ApiError('refused', { status: 401, code: ERROR_CODES.renewalRefused })
        token = renewsTo
      },
    },
    server.fetch,
  )
  const { heard } = server
  return { send, heard: () => heard.filter(({ path }) => path !== '/renewing'), renewals: () => renewals }
}
const fine: Answer = { status: 200, body: { name: 'fine' } }
const refused = (status: number, code: string = ERROR_CODES.unauthorised): Answer => ({
  status,
  body: { code, message: 'no' },
})
const onlyNew =
  (refusal: Answer) =>
  ({ authorization }: Heard): Answer =>
    authorization === 'Bearer new' ? fine : refusal

describe('a call without a token', () => {
  const without = async (mayRenew?: () => boolean) => {
    const loopback = (server = await listen(onlyNew(refused(401))))
    let token: string | null = null
    const renew = () => {
      token = 'new'
      return Promise.resolve()
    }
    return createHttp({ token: () => token, renew, ...(mayRenew ? { mayRenew } : {}) }, loopback.fetch)(thing)
  }

  test('is not retried when nobody is signed in', async () => {
    await expect(without()).rejects.toMatchObject({ status: 401 })
    await expect(without(() => false)).rejects.toMatchObject({ status: 401 })
  })

  test('is retried with a new token when a user is signed in', () =>
    expect(without(() => true)).resolves.toEqual({ name: 'fine' }))
})

describe('a call with an expired token', () => {
  test('[SESSION-03] 401 leads to one renewal and one retry with the new token', async () => {
    const { send, heard, renewals } = await world(onlyNew(refused(401)))
    expect(await send(thing)).toEqual({ name: 'fine' })
    expect(heard().map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new'])
    expect(renewals()).toBe(1)
  })

  test('[SESSION-04] 403 with REP-1005 is treated like 401', async () => {
    const { send, heard, renewals } = await world(onlyNew(refused(403, 'REP-1005')))
    expect(await send(thing)).toEqual({ name: 'fine' })
    expect(heard()).toHaveLength(2)
    expect(renewals()).toBe(1)
  })

  test('[SESSION-05] 403 with any other code is neither renewed nor sent again', async () => {
    const { send, heard, renewals } = await world(() => refused(403, 'IAM-4030'))
    await expect(send(thing)).rejects.toMatchObject({ status: 403, code: 'IAM-4030', message: 'no' })
    expect(heard()).toHaveLength(1)
    expect(renewals()).toBe(0)
  })

  test('[SESSION-06] a call rejected after its renewal is not renewed again', async () => {
    const { send, heard, renewals } = await world(() => refused(401))
    await expect(send(thing)).rejects.toMatchObject({ status: 401 })
    expect(heard()).toHaveLength(2)
    expect(renewals()).toBe(1)
  })

  test('[SESSION-03] a token that a renewal brought is renewed in its turn', async () => {
    let [current, valid] = [1, 2]
    const loopback = (server = await listen(({ authorization }) =>
      authorization === `Bearer ${valid}` ? fine : refused(401),
    ))
    const renew = () => {
      current += 1
      return Promise.resolve()
    }
    const send = createHttp({ token: () => String(current), renew }, loopback.fetch)
    await send(thing)
    valid = 3
    expect(await send(thing)).toEqual({ name: 'fine' })
  })

  test('a renewal that the server rejects is not tried again by its own rejection', async () => {
    const { send, heard, renewals } = await world(() => refused(401, ERROR_CODES.renewalRefused))
    await expect(send(thing)).rejects.toMatchObject({ code: ERROR_CODES.renewalRefused })
    expect([heard().length, renewals()]).toEqual([1, 0])
  })

  test('[SESSION-13] calls rejected together share one renewal', async () => {
    const { send, heard, renewals } = await world(onlyNew(refused(401)))
    await Promise.all(Array.from({ length: 8 }, () => send(thing)))
    expect(renewals()).toBe(1)
    expect(heard()).toHaveLength(16)
  })

  test('[SESSION-06] a call rejected after another renewal is retried with the new token, without a renewal of its own', async () => {
    let release: (answer: Answer) => void = () => undefined
    const late = new Promise<Answer>((resolve) => (release = resolve))
    const { send, heard, renewals } = await world((one) => {
      const answer = onlyNew(refused(401))(one)
      return answer !== fine && one.path === '/api/late' ? late : answer
    })
    const sent = send({ ...thing, path: '/api/late' })
    await send(thing)
    expect(renewals()).toBe(1)
    release(refused(401))
    expect(await sent).toEqual({ name: 'fine' })
    expect(renewals()).toBe(1)
    expect(heard().at(-1)).toMatchObject({ path: '/api/late', authorization: 'Bearer new' })
  })

  test('[SESSION-11] when the renewal fails, the call fails with it and is not sent again', async () => {
    const { send, heard, renewals } = await world(() => refused(401), { renewsTo: null })
    await expect(send(thing)).rejects.toMatchObject({ code: ERROR_CODES.renewalRefused })
    expect(heard()).toHaveLength(1)
    expect(renewals()).toBe(1)
  })
})

describe('calls at the door', () => {
  test('[SESSION-10] does not retry a rejected sign-in', async () => {
    const { send, heard, renewals } = await world(() => refused(401, ERROR_CODES.wrongCredentials))
    const given = { body: { login: 'nadia', password: 'wrong' } }
    await expect(send(signIn, given)).rejects.toMatchObject({ code: ERROR_CODES.wrongCredentials })
    expect(heard()).toHaveLength(1)
    expect(renewals()).toBe(0)
  })

  test('[SESSION-08] sends a renewal without the authorization header, and does not retry it', async () => {
    const { send, heard, renewals } = await world(() => refused(401))
    await expect(send(renewSession, { body: {} })).rejects.toMatchObject({ status: 401 })
    expect(heard()).toEqual([{ method: 'POST', path: '/api/session/refresh', authorization: undefined }])
    expect(renewals()).toBe(0)
  })

  test('[SESSION-09] sends an authorization without the authorization header', async () => {
    const { send, heard } = await world(() => ({ status: 200, body: {} }))
    await send(authorize, { body: {} })
    expect(heard().map(({ authorization }) => authorization)).toEqual([undefined])
  })
})

describe('answers', () => {
  test('[ERRORS-02] [ERRORS-03] [MERR-01] [MERR-03] [LERR-03] a refusal says the message, else its first error, else "Error"', async () => {
    const answers: Record<string, unknown> = {
      '/api/projects/A/star': { code: 'X', message: 'Key is taken', errors: [{ field: 'key', message: 'taken' }] },
      '/api/projects/B/star': { code: 'X', message: '', errors: [{ field: 'key', message: 'Name is taken' }] },
      '/api/projects/C/star': { code: 'X', message: '' },
      '/api/projects/D/star': undefined,
    }
    const { send } = await world(({ path }) => ({ status: 409, body: answers[path] }))
    const message = (projectKey: string) =>
      send(starProject, { params: { projectKey } }).catch((error: unknown) => (error as Error).message)
    expect(await Promise.all(['A', 'B', 'C', 'D'].map(message))).toEqual([
      'Key is taken',
      'Name is taken',
      'Error',
      'Error',
    ])
  })

  test("[LIST-32] the server's own refusals are error payloads; a proxy's page and a lost network are none", async () => {
    const payload = { code: 'INTERNAL', message: 'Error' }
    const { send } = await world(({ path }) => ({
      status: path.includes('/A/') ? 403 : 500,
      body: path.includes('/C/') ? undefined : payload,
    }))
    const failureOf = (projectKey: string) =>
      send(starProject, { params: { projectKey } }).catch((error: unknown) => error)
    const answered = await Promise.all(['A', 'B', 'C'].map(failureOf))
    await server?.close()
    expect([...answered, await failureOf('D')].map(isErrorPayload)).toEqual([true, true, false, false])
  })

  test('an invalid answer is unreadable, no answer is unreachable, a cancelled call is aborted', async () => {
    const { send } = await world(() => ({ status: 200, body: { name: 7 } }))
    await expect(send(thing)).rejects.toMatchObject({ kind: 'unreadable' })
    const gone = AbortSignal.abort()
    await expect(send(thing, { signal: gone })).rejects.toMatchObject({ kind: 'aborted' })
    await server?.close()
    await expect(send(thing)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('writes the query into the address: lists as repeated values, objects as JSON, nothing for empty values', async () => {
    const { send, heard } = await world(() => refused(500))
    await send(listProjects, { query: { q: 'web & shop', page: 2, sort: 'name' } }).catch(() => undefined)
    await send(listProjects, { query: { q: '' } }).catch(() => undefined)
    const params = { projectKey: 'DEF' }
    for (const filter of [{ draft: true }, {}])
      await send(listTestCases, { params, query: { filter, suite: [1, 2] } }).catch(() => undefined)
    expect(heard().map(({ path }) => path)).toEqual([
      '/api/projects?q=web+%26+shop&page=2&sort=name',
      '/api/projects',
      '/api/projects/DEF/test-cases?filter=%7B%22draft%22%3Atrue%7D&suite=1&suite=2',
      '/api/projects/DEF/test-cases?suite=1&suite=2',
    ])
  })
})

test('the compiler requires exactly the parameters, query and body of a call', () => {
  interface Params {
    id: number
  }
  interface Body {
    name: string
  }
  interface Query {
    q: string
    page: number
  }
  type Asked = { q: string; page?: string }
  expectTypeOf<Given<Params, Nothing, Body, Nothing>>().toExtend<{ params: Params; body: Body }>()
  expectTypeOf<Given<Nothing, Query, Nothing, Asked>>().toExtend<{ query: { q: string; page?: number } }>()
  expectTypeOf<Nothing>().toExtend<Given<Nothing, Query, Partial<Body>, Partial<Asked>>>()
})
