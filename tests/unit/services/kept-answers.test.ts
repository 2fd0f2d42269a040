import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { defineCall } from '../../../contract/call.ts'
import { ApiError } from '../../../services/api-error.ts'
import type { Send } from '../../../services/http.ts'
import { keepAnswers, type AnswerStore } from '../../../services/kept-answers.ts'

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

/** A server whose next answers are given by hand, and a device that keeps texts. */
const aDevice = () => {
  const answers: (() => Promise<unknown>)[] = []
  const disk = new Map<string, string>()
  const store: AnswerStore = {
    get: async (key) => JSON.parse(disk.get(key) ?? 'null') as unknown,
    put: async (key, answer) => void disk.set(key, JSON.stringify(answer)),
  }
  const send = (() => (answers.shift() ?? (() => Promise.reject(new ApiError('unreachable'))))()) as Send
  const kept = keepAnswers(send, new Set(['listColours']), () => store)
  const ask = (projectKey: string, q = '', call = colours) => kept(call, { params: { projectKey }, query: { q } })
  return { ask, disk, answer: (items: string[]) => answers.push(() => Promise.resolve({ items })), answers }
}

afterEach(() => vi.useRealTimers())

test('without a server the last answer to the very same question stands for a new one', async () => {
  const { ask, answer } = aDevice()
  answer(['red'])
  answer(['blue'])
  await ask('A')
  await ask('B', 'dark')
  expect(await ask('A')).toEqual({ items: ['red'] })
  expect(await ask('B', 'dark')).toEqual({ items: ['blue'] })
  await expect(ask('B')).rejects.toMatchObject({ kind: 'unreachable' })
})

test('a refusal is a refusal, and calls that are not named are not kept', async () => {
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

test('what is kept and no longer fits the contract is not shown', async () => {
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
  const asked = ask('A')
  await vi.advanceTimersByTimeAsync(4000)
  expect(await asked).toEqual({ items: ['red'] })
  answerLate({ items: ['late'] })
  await vi.advanceTimersByTimeAsync(0)
  expect(await ask('A')).toEqual({ items: ['late'] })
  answers.push(late)
  const unknown = ask('C')
  await vi.advanceTimersByTimeAsync(10_000)
  answerLate({ items: ['first'] })
  expect(await unknown).toEqual({ items: ['first'] })
})
