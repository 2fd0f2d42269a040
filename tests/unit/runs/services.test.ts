import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../contract/limits.ts'
import { openRun, readRunChanges, readWholeRun } from '../../../services/runs/execution.ts'
import { offlineSource } from '../../../services/runs/offline.ts'
import { allRunCases, assignCases } from '../../../services/runs/test-runs.ts'
import { answering, type Asked } from '../services/answering.ts'
import { aRunCase, aTestRun } from './support.ts'

/** Five cases with gaps in their positions, in answers of two each. */
const cases = [1, 2, 3, 4, 5].map((caseId) => aRunCase(caseId, { place: caseId * 10 }))
const after = (place: unknown) => {
  const rest = cases.filter((one) => one.place > Number(place))
  return { items: rest.slice(0, 2), isLast: rest.length <= 2, revision: 7 }
}
const names = { suites: [{ id: 1, path: ['Checkout'] }], people: [] }
const params = { projectKey: 'SHOP', runId: 1 }
const openTestRun = () => ({ run: aTestRun(), ...names, cases: after(-1) })

describe('a run that is longer than an answer', () => {
  test('opens with its first cases', async () => {
    const opened = await openRun(answering({ openTestRun }), params)
    expect(opened).toEqual({ run: aTestRun(), ...names, ...after(-1) })
  })

  test('is read completely, part by part', async () => {
    const listRunCases = ({ query }: Asked) => ({ ...after(query['after']), removed: [] })
    expect(await readWholeRun(answering({ openTestRun, listRunCases }), params)).toEqual({
      run: aTestRun(),
      ...names,
      items: cases,
    })
  })

  test('is read to its end when cases were removed meanwhile', async () => {
    const listRunCases = () => ({ items: [], isLast: false, revision: 8, removed: [] })
    const whole = await readWholeRun(answering({ openTestRun, listRunCases }), params)
    expect(whole.items).toEqual(cases.slice(0, 2))
    const found = await allRunCases(answering({ listRunCases }), params)
    expect(found).toEqual([])
  })

  test('gives all its cases to the editor', async () => {
    const listRunCases = ({ query }: Asked) => ({ ...after(query['after']), removed: [] })
    expect(await allRunCases(answering({ listRunCases }), params)).toEqual(cases)
  })
})

test('reads changes part by part, and again from the oldest revision of the parts', async () => {
  const { signal } = new AbortController()
  const requests: unknown[] = []
  const parts = [
    { items: [cases[0]], removed: [4, 5], revision: 12, isLast: false },
    { items: [cases[2]], removed: [5], revision: 11, isLast: false },
    { items: [], removed: [6], revision: 13, isLast: true },
  ]
  const send = answering({
    getTestRun: ({ signal: passed }) => {
      requests.push(passed)
      return { data: aTestRun({ revision: 10 }) }
    },
    listRunCases: ({ query, signal: passed }) => {
      requests.push([query, passed])
      return parts.shift()
    },
  })
  expect(await readRunChanges(send, params, 9, signal)).toEqual({
    run: aTestRun({ revision: 10 }),
    items: [cases[0], cases[2]],
    removed: [4, 5, 6],
    revision: 11,
  })
  const since = (place: number) => [{ after: String(place), since: '9' }, signal]
  expect(requests).toEqual([signal, since(-1), since(10), since(30)])
})

test('assigns many cases in parts, and counts those that another user assigned meanwhile', async () => {
  const max = LIMITS.casesPerPart
  const assignments = Array.from({ length: 2 * max }, (_, caseId) => ({ caseId, assigneeId: 1, seenAssigneeId: null }))
  const sizes: number[] = []
  const send = answering({
    assignRunCases: ({ params: named, body }) => {
      expect(named).toEqual({ projectKey: 'SHOP', runId: '1' })
      const part = (body as { assignments: typeof assignments }).assignments
      sizes.push(part.length)
      const [first, second, third] = part
      return {
        items: [],
        revision: 1,
        skipped: [
          { caseId: first?.caseId, reason: 'assigned-meanwhile' },
          { caseId: second?.caseId, reason: 'gone' },
          { caseId: third?.caseId, reason: 'gone' },
        ],
      }
    },
  })
  expect(await assignCases(send, params, assignments)).toBe(2)
  expect(sizes).toEqual([max, max])
})

describe('a run is downloaded', () => {
  const { signal } = new AbortController()

  test('with its cases and their contents, all with one signal', async () => {
    const requests: unknown[] = []
    const keep = (answer: unknown) => (given: Asked) => {
      requests.push([given.query, given.signal])
      return answer
    }
    const send = answering({
      openTestRun: keep(openTestRun()),
      listRunCases: keep({ ...after(20), removed: [] }),
      listRunCaseContents: keep({ items: [], isLast: true }),
    })
    const source = offlineSource(send, { ...params, signal })
    expect(await source.open()).toEqual({ run: aTestRun(), ...names, ...after(-1) })
    expect(await source.rows(20)).toMatchObject(after(20))
    expect(await source.contents(30)).toEqual({ items: [], isLast: true })
    expect(requests).toEqual([
      [{}, signal],
      [{ after: '20' }, signal],
      [{ after: '30' }, signal],
    ])
  })

  const file = (fetchFile: typeof fetch, given: AbortSignal = signal) =>
    offlineSource(answering({}), { ...params, signal: given }, fetchFile).file('/files/1')

  test('with its files, except deleted ones', async () => {
    const requests: unknown[] = []
    const fetchFile: typeof fetch = (...given) => {
      requests.push(given)
      return Promise.resolve(new Response('a picture'))
    }
    expect(await (await file(fetchFile))?.text()).toBe('a picture')
    expect(requests).toEqual([['/files/1', { signal }]])
    expect(await file(() => Promise.resolve(new Response(null, { status: 404 })))).toBeNull()
  })

  test('fails with the reason', async () => {
    const refused = file(() => Promise.resolve(new Response(null, { status: 500 })))
    await expect(refused).rejects.toMatchObject({ kind: 'refused', status: 500 })
    await expect(file(() => Promise.reject(new TypeError('offline')))).rejects.toMatchObject({ kind: 'unreachable' })
    const stopped = file(() => Promise.reject(new TypeError('stopped')), AbortSignal.abort())
    await expect(stopped).rejects.toMatchObject({ kind: 'aborted' })
  })
})
