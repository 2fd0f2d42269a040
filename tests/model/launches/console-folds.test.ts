import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { consoleFolds } from '../../../machines/launches/console-folds.machine.ts'

test('the last decision about a stage replaces earlier ones, and does not affect other stages', () => {
  const actor = createActor(consoleFolds).start()
  const aim = { line: 7 }
  actor.send({ type: 'stage/folded', stage: 'clone', fold: { isOpen: true, aim: null } })
  actor.send({ type: 'stage/folded', stage: 'image', fold: { isOpen: true, aim: null } })
  actor.send({ type: 'stage/folded', stage: 'clone', fold: { isOpen: false, aim } })
  expect(actor.getSnapshot().context.folds).toEqual({
    clone: { isOpen: false, aim },
    image: { isOpen: true, aim: null },
  })
})
