import { afterEach, expect, test } from 'vitest'
import { takeHeadStart } from '../../../services/http/head-start.ts'
import { listen, type Answer, type Heard, type Loopback } from './support.ts'

let server: Loopback | null = null
afterEach(() => server?.close())

const alone = <T>(act: () => Promise<T>) => act()
const signedIn: Answer = { status: 200, body: { authToken: 'new' } }

const begin = async (answer: (heard: Heard) => Answer) => {
  server = await listen(answer)
  let time = 0
  const headStart = takeHeadStart(server.fetch, { renewAlone: alone }, ['/api/one'], () => time)
  const ask = (token: string) =>
    headStart.fetch('/api/one', { method: 'GET', headers: { authorization: `Bearer ${token}` } })
  return { headStart, heard: server.heard, ask, pass: (ms: number) => (time += ms) }
}
const isRenewal = ({ path }: Heard) => path === '/api/session/refresh'

test('the renewal and the first calls are sent ahead, and later callers get those answers, once', async () => {
  const { headStart, heard, ask } = await begin((one) => (isRenewal(one) ? signedIn : { status: 200, body: { n: 1 } }))
  expect(await headStart.hasRenewal()).toBe(true)
  const renewal = await headStart.fetch('/api/session/refresh', { method: 'POST' })
  expect(await renewal.json()).toEqual({ authToken: 'new' })
  expect(await headStart.hasRenewal()).toBe(false)
  expect(await (await ask('new')).json()).toEqual({ n: 1 })
  expect(heard.map(({ path, authorization }) => [path, authorization])).toEqual([
    ['/api/session/refresh', undefined],
    ['/api/one', 'Bearer new'],
  ])
  await ask('new')
  expect(heard).toHaveLength(3)
})

test('answers that the renewal includes are not requested again, and not sent to other tabs', async () => {
  const ahead = [{ address: '/api/one', status: 404, answer: { code: 'N' } }]
  const { headStart, heard, ask } = await begin(() => ({ status: 200, body: { authToken: 'new', ahead } }))
  const renewal = await headStart.fetch('/api/session/refresh', { method: 'POST' })
  expect(await renewal.json()).toEqual({ authToken: 'new' })
  const answer = await ask('new')
  expect([answer.ok, answer.status, await answer.json()]).toEqual([false, 404, { code: 'N' }])
  expect(heard).toHaveLength(1)
  await ask('new')
  expect(heard).toHaveLength(2)
})

test('reports a rejected renewal, and makes no calls without a session', async () => {
  const { headStart, heard } = await begin(() => ({ status: 401, body: { code: 'X' } }))
  const renewal = await headStart.fetch('/api/session/refresh', { method: 'POST' })
  expect(renewal.status).toBe(401)
  expect(await renewal.json()).toEqual({ code: 'X' })
  expect(heard.map(({ path }) => path)).toEqual(['/api/session/refresh'])
})

test('does not use an answer for another token or one that is too old', async () => {
  const first = await begin((one) => (isRenewal(one) ? signedIn : { status: 200, body: {} }))
  await first.ask('newer')
  expect(first.heard.at(-1)).toMatchObject({ path: '/api/one', authorization: 'Bearer newer' })
  await server?.close()

  const second = await begin((one) => (isRenewal(one) ? signedIn : { status: 200, body: {} }))
  await second.headStart.hasRenewal()
  second.pass(10_001)
  expect(await second.headStart.hasRenewal()).toBe(false)
  await second.ask('new')
  expect(second.heard.filter(({ path }) => path === '/api/one')).toHaveLength(2)
})

test('a call given up while its answer is on the way ends as given up', async () => {
  const { headStart } = await begin((one) => (isRenewal(one) ? signedIn : { status: 200, body: {} }))
  const headers = { authorization: 'Bearer new' }
  await expect(
    headStart.fetch('/api/one', { method: 'GET', headers, signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('ends when every call is answered, or when a rejected session leaves them unsent', async () => {
  const { headStart, heard } = await begin((one) => (isRenewal(one) ? signedIn : { status: 500, body: {} }))
  await headStart.answered
  expect(heard.map(({ path }) => path)).toEqual(['/api/session/refresh', '/api/one'])
  await server?.close()

  const refused = await begin(() => ({ status: 401, body: {} }))
  await refused.headStart.answered
  expect(refused.heard).toHaveLength(1)
})
