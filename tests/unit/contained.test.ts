import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contained, containErrors } from '../../server/contained.ts'

let others: NodeJS.UncaughtExceptionListener[]
const log = { error: vi.fn<() => void>(), fatal: vi.fn<() => void>() }

beforeEach(() => {
  others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  containErrors(log)
})
afterEach(() => {
  process.removeAllListeners('uncaughtException')
  for (const listener of others) process.on('uncaughtException', listener)
  vi.clearAllMocks()
})

test('an error that a foreign client throws in a callback rejects its call, and is logged', async () => {
  const call = contained(
    () =>
      new Promise(() => {
        const response = new EventEmitter().on('end', () => {
          throw new Error('no protocol')
        })
        setImmediate(() => response.emit('end'))
      }),
  )
  await expect(call).rejects.toThrow('no protocol')
  expect(log.error).toHaveBeenCalledOnce()
})

test('a contained call settles like the call itself', async () => {
  await expect(contained(() => Promise.resolve(1))).resolves.toBe(1)
  await expect(contained(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})

test('an error of our own ends the process', async () => {
  const ended = new Promise((resolve) => {
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      resolve(code)
      return undefined as never
    })
  })
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  setImmediate(() => {
    throw new Error('a fault of ours')
  })
  expect(await ended).toBe(1)
  expect(log.fatal).toHaveBeenCalledOnce()
})
