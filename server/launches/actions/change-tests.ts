import { recount, settleStatus } from '../result.ts'
import type { TestRow } from '../rows.ts'
import type { Batch, Needs } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import { inProjectOf } from './in-project.ts'

/** Launch whose tests are changed, and the user who changes them. */
export interface ChangePlace {
  projectId: number
  launchId: number
  personId: number
}

/**
 * Changes tests for a user, all or none. `change` gets all tests, throws to reject the change, and returns as many tests in the same order.
 * Also updates the counts and the status of the launch. 404 when one of the tests is not part of the launch.
 */
export const changeTests = (
  place: ChangePlace,
  ids: readonly number[],
  change: (tests: readonly TestRow[], batch: Batch) => TestRow[],
  needs: Omit<Needs, 'tests'> = {},
): Operation<TestRow[]> => {
  const wanted = [...new Set(ids)]
  return inProjectOf(place, {
    needs: { ...needs, tests: wanted },
    apply: (batch) => {
      const before = wanted.map((id) => batch.test(place.launchId, id))
      const after = change(before, batch)
      const launch = { ...batch.launch(place.launchId) }
      after.forEach((row, index) => {
        const old = before[index]
        if (old === undefined || old === row) return
        recount(launch, old, row)
        batch.setTest(row)
        batch.changedBy.set(row.id, place.personId)
      })
      settleStatus(launch)
      batch.setLaunch(launch)
      return after
    },
  })
}
