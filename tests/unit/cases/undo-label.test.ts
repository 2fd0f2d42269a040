import { expect, test } from 'vitest'
import { undoLabel } from '../../../views/shared/cases/undo-label.ts'

const step = { words: '3 test cases were moved' }
const stays = 'It was changed by somebody else'

test.each([
  [{ count: 3, stayed: [], refused: null }, 'Undone: 3 test cases were moved', null],
  [
    { count: 1, stayed: [stays, stays], refused: null },
    'Undone for 1 test case: 3 test cases were moved',
    '2 test cases stay as they are: it was changed by somebody else',
  ],
  [{ count: 0, stayed: [stays], refused: null }, null, '1 test case stays as it is: it was changed by somebody else'],
  [
    { count: 0, stayed: [], refused: 'The suite is not empty any more' },
    null,
    'Not undone: The suite is not empty any more',
  ],
])('describes what an undo reverted and why the rest stays (%#)', (outcome, undone, stayed) =>
  expect(undoLabel(step, outcome)).toEqual({ undone, stayed }),
)
