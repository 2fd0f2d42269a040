import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { defineCall } from '../../../contract/call.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import type { Send } from '../../../services/http/http.ts'
import {
  answersOf,
  dropAnswers,
  keepAnswers,
  MAX_READ_ANSWERS,
  type AnswerStore,
} from '../../../services/http/kept-answers.ts'

const colours = defineCall({
  name: 'listColours',
  summary: 'Colours',
  method: 'GET',
  path: '/api/:projectKey/colours',
  access: 'signed-in',
  params: z.object({ projectKey: z.string() }),
  query: z.object({ q: z._default(z.string(), '') }),
  answer: z.object({ items: z.array(z.string()) }),
})
const others = { ...colours, name: 'listOthers' }

/** A server whose next answers the test gives, and a device that stores texts. */
const aDevice = () => {
  const answers: (() => Promise<unknown>)[] = []
  const disk = new Map<string, string>()
  const store: AnswerStore = {
    get: async (key) => JSON.parse(disk.get(key) ?? 'null') as unknown,
    put: async (key, answer) => void disk.set(key, JSON.stringify(answer)),
  }
  const send = (() => (answers.shift() ?? (() => Promise.reject(new ApiError('unreachable'))))()) as Send
  const saved = keepAnswers(send, new Set(['listColours']), () => store)
  const ask = (projectKey: string, q = '', call = colours) => saved(call, { params: { projectKey }, query: { q } })
  return { ask, disk, store, answer: (items: string[]) => answers.push(() => Promise.resolve({ items })), answers }
}

afterEach(() => vi.useRealTimers())

test('uses the last answer to the same query without a server', async () => {
  const { ask, answer } = aDevice()
  answer(['red'])
  answer(['blue'])
  await ask('A')
  await ask('B', 'dark')
  expect(await ask('A')).toEqual({ items: ['red'] })
  expect(await ask('B', 'dark')).toEqual({ items: ['blue'] })
  await expect(ask('B')).rejects.toMatchObject({ kind: 'unreachable' })
})

test('a rejection is not answered from the store, and other calls are not stored', async () => {
  const { ask, answer, answers, disk } = aDevice()
  answer(['red'])
  await ask('A')
  answers.push(() => Promise.reject(new ApiError('refused', { status: 403, message: 'No' })))
  await expect(ask('A')).rejects.toMatchObject({ status: 403 })
  answer(['green'])
  await ask('A', '', others)
  await expect(ask('A', '', others)).rejects.toMatchObject({ kind: 'unreachable' })
  expect([...disk.keys()].some((key) => key.includes('listOthers'))).toBe(false)
})

test('does not use a stored answer that no longer matches the contract', async () => {
  const { ask, answer, disk } = aDevice()
  answer(['red'])
  await ask('A')
  for (const key of disk.keys()) disk.set(key, '{"items":[1]}')
  await expect(ask('A')).rejects.toMatchObject({ kind: 'unreachable' })
})

test('a network that answers nothing is waited for only as long as there is something else to show', async () => {
  vi.useFakeTimers()
  const { ask, answer, answers } = aDevice()
  answer(['red'])
  await ask('A')
  let answerLate = (_: unknown) => {}
  const late = () => new Promise<unknown>((resolve) => (answerLate = resolve))
  answers.push(late)
  const requested = ask('A')
  await vi.advanceTimersByTimeAsync(4000)
  expect(await requested).toEqual({ items: ['red'] })
  answerLate({ items: ['late'] })
  await vi.advanceTimersByTimeAsync(0)
  expect(await ask('A')).toEqual({ items: ['late'] })
  answers.push(late)
  const unknown = ask('C')
  await vi.advanceTimersByTimeAsync(10_000)
  answerLate({ items: ['first'] })
  expect(await unknown).toEqual({ items: ['first'] })
})

test('a patient call shows no stored answer while it is pending', async () => {
  vi.useFakeTimers()
  const { answers, store } = aDevice()
  let finish = (_: unknown): void => undefined
  const send = (() => (answers.shift() ?? (() => Promise.reject(new ApiError('unreachable'))))()) as Send
  const saved = keepAnswers(send, new Set(['listColours']), () => store, { isPatient: true })
  const ask = () => saved(colours, { params: { projectKey: 'A' }, query: { q: '' } })
  answers.push(() => Promise.resolve({ items: ['red'] }))
  await ask()
  answers.push(() => new Promise((resolve) => (finish = resolve)))
  const answer = ask()
  await vi.advanceTimersByTimeAsync(60_000)
  finish({ items: ['blue'] })
  expect(await answer).toEqual({ items: ['blue'] })
  expect(await ask()).toEqual({ items: ['blue'] })
})

/** As browsers store responses: in the order of arrival. */
const aBrowser = () => {
  const all = new Map<string, Map<string, Response>>()
  const open = (name: string) => {
    const held = all.get(name) ?? new Map<string, Response>()
    all.set(name, held)
    return Promise.resolve({
      match: (address: string) => Promise.resolve(held.get(address)?.clone()),
      put: (address: string, response: Response) => Promise.resolve(void held.set(address, response)),
      delete: (address: string) => Promise.resolve(held.delete(address)),
      keys: () => Promise.resolve([...held.keys()]),
    })
  }
  const remove = (name: string) => Promise.resolve(all.delete(name))
  return { all, caches: { open, delete: remove } as unknown as CacheStorage }
}

test('evicts the oldest read answers, and never answers for offline work', async () => {
  const { all, caches } = aBrowser()
  const [read, work] = [answersOf(caches, 1, 'read'), answersOf(caches, 1, 'work')]
  await work?.put('session', 'kept')
  for (let i = 0; i < MAX_READ_ANSWERS; i += 1) await read?.put(`test ${i}`, i)
  await read?.put('test 0', 'again')
  await read?.put('one more', 'new')
  expect(await read?.get('test 0')).toBe('again')
  expect(await read?.get('test 1')).toBeUndefined()
  expect(await read?.get('one more')).toBe('new')
  expect(await work?.get('session')).toBe('kept')
  await dropAnswers(caches, 1)
  expect(all.size).toBe(0)
})
