import { afterEach, expect, test, vi } from 'vitest'
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import { openLog } from '../../../store/log/log.ts'
import { carryOut } from '../../../store/outbox/exploratory/sessions.ts'
import { requestPersistence, storageUse } from '../../../views/application/log/persistence.ts'
import '../store/support/events.ts'

afterEach(() => vi.unstubAllGlobals())

const command: ExploratoryCommand = {
  type: 'session/create',
  sessionId: 's1',
  values: { title: 'Checkout', description: '', testCaseIds: [] } as never,
}

test('requests persistent storage before the first offline write, once per user, without waiting for it', async () => {
  const saved = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => saved.set(key, value),
  })
  const requested: number[] = []
  const logOf = (userId: number) => {
    const log = openLog(`persistence-${userId}`, {}, () =>
      requestPersistence(userId, {
        // A browser that asks the user first may never answer.
        persist: () => new Promise(() => requested.push(userId)),
      }),
    )
    return log
  }
  const mine = logOf(1)
  expect(requested).toEqual([])
  const writing = carryOut(mine, [{ projectKey: 'DEMO', command }])
  expect(requested).toEqual([1])
  await writing
  await carryOut(mine, [{ projectKey: 'DEMO', command }])
  await carryOut(logOf(2), [{ projectKey: 'DEMO', command }])
  expect(requested).toEqual([1, 2])
  expect(await mine.db.outbox.count()).toBe(2)
})

test('the use of storage is the browser’s estimate, and unknown without one', async () => {
  const storage = (answer: Promise<StorageEstimate>) => storageUse({ estimate: () => answer })
  expect(await storage(Promise.resolve({ usage: 5, quota: 9 }))).toEqual({ usedBytes: 5, availableBytes: 9 })
  expect(await storage(Promise.resolve({ usage: 5 }))).toBe(null)
  expect(await storage(Promise.reject(new TypeError('denied')))).toBe(null)
  expect(await storageUse({})).toBe(null)
})
