import { expect, test } from 'vitest'
import type { Observation } from '../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { compare } from '../../../views/exploratory/debrief/comparison.ts'
import { markdownOf } from '../../../views/exploratory/debrief/markdown.ts'
import { debriefOf, workOf } from '../../../views/exploratory/debrief/metrics.ts'
import { anObservation, aSession } from './support.ts'

const minute = 60_000
const session = (given: Partial<ExploratorySession> = {}) => aSession({ title: 'Gift cards', ...given })
const types = { bug: 1, note: 2, setup: 3 } as const
const names = { bug: 'Bug', note: 'Note', setup: 'Set-up' }
const observation = (type: keyof typeof types, minutes: number, given: Partial<Observation> = {}) =>
  anObservation({
    type: { id: types[type], name: names[type], colorHex: '#112233', enabled: true, deleted: false },
    elapsedTimeInMillis: minutes === 0 ? null : minutes * minute,
    ...given,
  })

test('divides the time of a session by type of work, without a remainder', () => {
  const found = [observation('bug', 10), observation('bug', 5), observation('setup', 7), observation('note', 3)]
  const { elapsedMillis, byWork, types: counted, perHour } = debriefOf(session({ recordedMillis: 60 * minute }), found)
  expect(elapsedMillis).toBe(60 * minute)
  expect(byWork).toEqual({ test: 38 * minute, bugs: 15 * minute, setup: 7 * minute })
  expect(byWork.test + byWork.bugs + byWork.setup).toBe(elapsedMillis)
  expect(counted.map(({ name, observations }) => [name, observations.length])).toEqual([
    ['Bug', 2],
    ['Note', 1],
    ['Set-up', 1],
  ])
  expect(perHour).toBe(4)
})

test('a session without a timer lasted as long as its observations, and one without time has no rate', () => {
  expect(debriefOf(session(), [observation('note', 30), observation('bug', 30)])).toMatchObject({
    elapsedMillis: 60 * minute,
    perHour: 2,
  })
  expect(debriefOf(session(), [observation('note', 0)])).toMatchObject({ elapsedMillis: 0, perHour: null })
})

test('counts an issue of two observations once, and compares planned with used time', () => {
  const found = [observation('bug', 10, { issueId: 'SHOP-1' }), observation('bug', 20, { issueId: 'SHOP-1' })]
  expect(debriefOf(session({ timeBoxMinutes: 60 }), found)).toMatchObject({ issues: 1, ofTimeBox: 0.5 })
})

test('derives the kind of work from the name of a type', () => {
  expect(['Bug', 'Known issues', 'DEFECT'].map(workOf)).toEqual(['bugs', 'bugs', 'bugs'])
  expect(['Setup', 'Set-up', 'set up', 'Blocker'].map(workOf)).toEqual(['setup', 'setup', 'setup', 'setup'])
  expect(['Note', 'Question', 'Debugger', 'Reissued'].map(workOf)).toEqual(['test', 'test', 'test', 'test'])
})

test('the Markdown report contains the whole session, and escapes what users wrote', () => {
  const text = markdownOf(
    session({
      title: 'Cards | gifts',
      charter: { explore: 'the basket', with: 'expired cards', toDiscover: 'lost *money*' },
      recordedMillis: 60 * minute,
    }),
    [
      observation('bug', 10, {
        description: 'First line\n- a list',
        clockMillis: 65_000,
        issueId: 'SHOP-9',
        attachments: [{ fileUuid: 'f', name: 'a [1].png', contentType: 'image/png', sizeBytes: 1, receivedBytes: 1 }],
      }),
    ],
    { href: 'https://assay.test/s', fileHref: ({ name }) => `https://assay.test/f/${encodeURIComponent(name)}` },
  )
  expect(text).toContain('# Cards \\| gifts')
  expect(text).toContain('> Explore the basket with expired cards to discover lost \\*money\\*')
  expect(text).toContain('| 1h 00m | 50m | 10m | 0m | 1 |')
  expect(text).toContain('## Bug (1)')
  expect(text).toContain('- `1:05` First line\n  - a list (SHOP-9)')
  expect(text).toContain('![a \\[1\\].png](https://assay.test/f/a%20%5B1%5D.png)')
})

test('sorts charters by explored time, least first', () => {
  const one = (explore: string, minutes: number, bugs: number, closed = false) =>
    session({
      charter: { explore, with: '', toDiscover: '' },
      elapsedTimeInMillis: minutes * minute,
      observations: bugs,
      types: [{ typeId: 1, name: 'Bug', colorHex: '#112233', observations: bugs, elapsedMillis: 0 }],
      closed,
    })
  const {
    types: found,
    charters,
    total,
  } = compare([one('Basket', 60, 3, true), one('Refunds', 30, 6), one(' basket ', 60, 1), one('', 10, 0)])
  expect(found.map(({ name }) => name)).toEqual(['Bug'])
  expect(charters.map(({ charter, sessions, perHour, byType }) => [charter, sessions.length, perHour, byType])).toEqual(
    [
      ['Gift cards', 1, 0, [0]],
      ['Refunds', 1, 12, [6]],
      ['Basket', 2, 2, [4]],
    ],
  )
  expect(total).toMatchObject({ closed: 1, observations: 10, elapsedMillis: 160 * minute, byType: [10] })
})
