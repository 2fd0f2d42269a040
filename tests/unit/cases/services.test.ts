import { describe, expect, test } from 'vitest'
import type { Placement } from '../../../contract/cases/operations.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { restoreCases } from '../../../services/cases/case-trash.ts'
import { deleteCases, moveCases } from '../../../services/cases/cases.ts'
import { answering } from '../services/answering.ts'

const max = LIMITS.casesPerPart
const ids = Array.from({ length: 2 * max + 1 }, (_, i) => i + 1)
const requests: { operationId: string; ids: number[] }[] = []

/** A server that rejects from the given part on. */
const refusingFrom = (part: number) => {
  requests.length = 0
  return answering({
    deleteTestCases: ({ body }) => {
      if (requests.length >= part) return Response.json({ message: 'Not now' }, { status: 503 })
      const own = body as (typeof requests)[number]
      requests.push(own)
      return { data: { successfullyProcessed: own.ids, failed: [] } }
    },
  })
}

test('processes many cases in parts of one operation', async () => {
  const done = await deleteCases(refusingFrom(9), 'SHOP', ids)
  expect(requests.map((part) => part.ids.length)).toEqual([max, max, 1])
  expect(new Set(requests.map(({ operationId }) => operationId))).toEqual(new Set([done.operationId]))
  expect(done).toMatchObject({ successfullyProcessed: ids, failed: [] })
})

test('a rejected part leaves the earlier ones done and undoable, and names the remaining cases', async () => {
  const done = await deleteCases(refusingFrom(1), 'SHOP', ids)
  expect(done.successfullyProcessed).toEqual(ids.slice(0, max))
  expect(done.failed).toEqual(ids.slice(max).map((id) => ({ id, message: 'Not now' })))
  await expect(deleteCases(refusingFrom(0), 'SHOP', ids)).rejects.toThrow('Not now')
})

describe('cases of the trash bin', () => {
  const requests: unknown[][] = []
  const send = answering({
    restoreTestCases: ({ body }) => {
      const { items } = body as { items: { id: number }[] }
      if (requests.length === 1) throw new Error('the connection is lost')
      requests.push(items)
      return { data: { successfullyProcessed: items.map(({ id }) => id), failed: [] } }
    },
  })

  test('are reported as restored when the connection is lost after their restore', async () => {
    const done = await restoreCases(send, 'SHOP', ids, { newTestSuiteId: 4, operationId: 'an-operation' })
    expect(requests.map((part) => part.length)).toEqual([max])
    expect(done.successfullyProcessed).toEqual(ids.slice(0, max))
    expect(done.failed.map(({ id }) => id)).toEqual(ids.slice(max))
  })
})

describe('many cases are moved in order', () => {
  const placed = async (place: Placement, processed: (part: number[]) => number[] = (part) => part) => {
    const places: unknown[] = []
    const send = answering({
      moveTestCases: ({ body }) => {
        const part = body as Record<string, unknown> & { ids: number[] }
        places.push([part['placementMode'], part['testCaseIdToPlaceAfter'], part['targetTestSuiteId']])
        return { data: { successfullyProcessed: processed(part.ids), failed: [] } }
      },
    })
    await moveCases(send, 'SHOP', ids, { suiteId: 4, at: place })
    return places
  }

  test('each part after the previous one', async () => {
    expect(await placed({ placementMode: 'AFTER_TEST_CASE', testCaseIdToPlaceAfter: 0 })).toEqual([
      ['AFTER_TEST_CASE', 0, 4],
      ['AFTER_TEST_CASE', max, 4],
      ['AFTER_TEST_CASE', 2 * max, 4],
    ])
  })

  test('behind the same case again where no case of a part was moved', async () => {
    const places = await placed({ placementMode: 'AFTER_TEST_CASE', testCaseIdToPlaceAfter: 0 }, () => [])
    expect(places.map(String)).toEqual(Array(3).fill('AFTER_TEST_CASE,0,4'))
  })

  test('each part at the end when the end is the target', async () => {
    const places = await placed({ placementMode: 'AT_TEST_SUITE_END' })
    expect(places.map(String)).toEqual(Array(3).fill('AT_TEST_SUITE_END,,4'))
  })
})
