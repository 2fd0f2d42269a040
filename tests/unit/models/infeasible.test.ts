import { expect, test } from 'vitest'
import { countInfeasible } from '../../../machines/models/infeasible.ts'
import { explore } from '../../../machines/models/positions.ts'
import { modelOf, PATIENT } from './support.ts'

const positions = explore(
  modelOf(JSON.stringify({ initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } })),
  { maxLength: 5 },
  PATIENT,
)
const [go] = positions.edges[0] ?? []
if (go === undefined) throw new Error('the model has no edge')

test.each([
  [false, false, false],
  [true, false, true],
  [false, true, true],
])(
  'counts are a minimum where the search was cut (walks %s, positions %s): %s',
  (isWalksCut, isPositionsCut, isAtLeast) => {
    const blind = { positions: { ...positions, isCut: isPositionsCut }, walks: { walks: [[go]], isCut: isWalksCut } }
    expect(countInfeasible(positions, blind)).toEqual({ paths: 0, transitions: [], isAtLeast })
  },
)

test('a walk that conditions exclude is counted, with the transitions that none can take', () => {
  const excluded = { ...go, transitionIds: ['a | never'] }
  const blind = {
    positions: { ...positions, edges: [[go, excluded], []] },
    walks: { walks: [[go], [excluded]], isCut: false },
  }
  expect(countInfeasible(positions, blind)).toMatchObject({ paths: 1, transitions: ['a | never'] })
})
