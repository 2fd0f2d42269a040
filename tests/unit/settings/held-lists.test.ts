import { describe, expect, test } from 'vitest'
import {
  attributeList,
  AUTOMATION_STATES,
  newAttribute,
  PRIORITIES,
} from '../../../views/settings/case-attributes/attribute-list.ts'
import { newType, typeList } from '../../../views/settings/observation-types/type-list.ts'
import { newStatus, statusList } from '../../../views/settings/result-statuses/status-list.ts'
import { answering } from '../services/answering.ts'

const savedBy = { userId: 1, name: 'Mara Koch', at: '2026-11-02T09:00:00Z' }
const byMara = { version: 3, savedBy }

/** Sends calls to a server that answers reads and saves of a list with `answer`, and collects the bodies of the saves. */
const listServer = (list: string, answer: object) => {
  const bodies: unknown[] = []
  const send = answering({
    [`get${list}`]: () => answer,
    [`save${list}`]: ({ body }) => {
      bodies.push(body)
      return answer
    },
  })
  return { send, bodies }
}

describe('result statuses', () => {
  const { isAssignable: _, isUntested: __, ...sent } = newStatus()
  const stored = { ...newStatus(), id: 1, name: 'Passed' }
  const answer = { ...byMara, data: { resultStatuses: [stored] } }
  const { send, bodies } = listServer('ResultStatuses', answer)
  const list = statusList(send, 'SHOP')

  test('[RESULTS-05] [RESULTS-28] [RESULTS-29] are saved as a list with their positions, without isAssignable', async () => {
    const saved = await list.save(2, [stored, { ...newStatus(), name: 'Flaky' }])
    expect(bodies).toEqual([
      {
        version: 2,
        resultStatuses: [
          { ...sent, id: 1, name: 'Passed', relativePosition: 0 },
          { ...sent, id: null, name: 'Flaky', relativePosition: 1 },
        ],
      },
    ])
    expect(saved).toEqual({ ...byMara, entries: [stored] })
    expect(await list.load()).toEqual(saved)
  })

  test('are read from the rejection of a stale save', () => {
    expect(list.storedOf(answer)).toEqual({ ...byMara, entries: [stored] })
    expect(list.storedOf({ ...byMara, items: [stored] })).toBeNull()
  })
})

describe('observation types', () => {
  const stored = { ...newType(), id: 1, name: 'Bug' }
  const answer = { ...byMara, items: [stored] }
  const { send, bodies } = listServer('ObservationTypes', answer)
  const list = typeList(send, 'SHOP')

  test('[OBTYPE-13] are saved as a list with their positions, new ones without an id', async () => {
    const saved = await list.save(2, [stored, { ...newType(), name: 'Security' }])
    const items = [stored, { ...newType(), name: 'Security', relativePosition: 1 }]
    expect(bodies).toEqual([{ version: 2, items }])
    expect(saved).toEqual({ ...byMara, entries: [stored] })
    expect(await list.load()).toEqual(saved)
  })

  test('are read from the rejection of a stale save', () => {
    expect(list.storedOf(answer)).toEqual({ ...byMara, entries: [stored] })
    expect(list.storedOf({})).toBeNull()
  })
})

describe.each([
  { kind: PRIORITIES, calls: 'Priorities', key: 'priorities' },
  { kind: AUTOMATION_STATES, calls: 'AutomationStates', key: 'automationStates' },
])('$kind.name', ({ kind, calls, key }) => {
  const stored = { ...newAttribute(), id: 1, name: 'High', isDefault: true }
  const answer = { ...byMara, items: [stored] }
  const { send, bodies } = listServer(calls, answer)
  const list = attributeList(kind, send, 'SHOP')

  test('[PRIO-08] [PRIO-11] are saved as a list with their positions, new ones without an id', async () => {
    const saved = await list.save(2, [stored, { ...newAttribute(), name: 'Low' }])
    const entries = [stored, { ...newAttribute(), name: 'Low', relativePosition: 1 }]
    expect(bodies).toEqual([{ version: 2, [key]: entries }])
    expect(saved).toEqual({ ...byMara, entries: [stored] })
    expect(await list.load()).toEqual(saved)
  })

  test('are read from the rejection of a stale save', () => {
    expect(list.storedOf(answer)).toEqual({ ...byMara, entries: [stored] })
    expect(list.storedOf({})).toBeNull()
  })
})
