import { expect, test } from 'vitest'
import { deleteTestCases } from '../../../contract/cases/operations.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { createCasesService } from '../../../services/cases/cases.ts'
import type { Send } from '../../../services/http/http.ts'

const most = LIMITS.casesPerPart
const ids = Array.from({ length: 2 * most + 1 }, (_, i) => i + 1)
const asked: { operationId: string; ids: number[] }[] = []

/** A server that refuses from the given part on. */
const refusingFrom = (part: number) => {
  asked.length = 0
  const send = (call: unknown, given: { body: (typeof asked)[number] }) => {
    expect(call).toBe(deleteTestCases)
    if (asked.length >= part) return Promise.reject(new ApiError('refused', { status: 503, message: 'Not now' }))
    asked.push(given.body)
    return Promise.resolve({ data: { successfullyProcessed: given.body.ids, failed: [] } })
  }
  return createCasesService(send as Send)
}

test('what is done to many cases goes in parts of one operation', async () => {
  const done = await refusingFrom(9).delete('SHOP', ids)
  expect(asked.map((part) => part.ids.length)).toEqual([most, most, 1])
  expect(new Set(asked.map(({ operationId }) => operationId))).toEqual(new Set([done.operationId]))
  expect(done).toMatchObject({ successfullyProcessed: ids, failed: [] })
})

test('a part that is refused leaves those before it done, to be undone, and names the rest', async () => {
  const done = await refusingFrom(1).delete('SHOP', ids)
  expect(done.successfullyProcessed).toEqual(ids.slice(0, most))
  expect(done.failed).toEqual(ids.slice(most).map((id) => ({ id, message: 'Not now' })))
  await expect(refusingFrom(0).delete('SHOP', ids)).rejects.toThrow('Not now')
})
