import type { SeenTest } from '../../../contract/launches/launch-tests.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { stale } from '../../http/refusal.ts'
import { recount, settleStatus } from '../result.ts'
import type { TestRow } from '../rows.ts'
import type { Batch, Needs } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import { inProjectOf } from './in-project.ts'

/** Launch whose tests are changed, and the user who changes them. */
export interface ChangePlace {
  projectId: number
  launchId: number
  userId: number
  /** Tests as the user saw them; undefined when they did not say. */
  seen?: readonly SeenTest[] | undefined
}

/** Throws 409 `stale` when tests are no longer as they were seen, unless they are as `next` would make them. */
const requireSeen = (tests: readonly TestRow[], seen: readonly SeenTest[], next: readonly TestRow[]): void => {
  const seenById = new Map(seen.map((one) => [one.id, one]))
  const changed = tests.filter((row, place) => {
    const was = seenById.get(row.id)
    const isAsSeen = was === undefined || (was.status === row.status && was.issueId === row.issue_id)
    return !isAsSeen && !(next[place]?.status === row.status && next[place].issue_id === row.issue_id)
  })
  if (changed.length > 0)
    throw stale(TEXTS.testsChangedMeanwhile(changed.length), {
      items: changed.map(({ id, status, issue_id: issueId }) => ({ id, status, issueId })),
    })
}

/**
 * Changes tests for a user, all or none, unless they have changed since the user saw them. `change` gets all tests, throws to reject the change, and returns as many tests in the same order.
 * Also updates the counts and the status of the launch. 404 when one of the tests is not part of the launch.
 */
export const changeTests = (
  place: ChangePlace,
  ids: readonly number[],
  change: (tests: readonly TestRow[], batch: Batch) => TestRow[],
  needs: Omit<Needs, 'tests'> = {},
): Operation<TestRow[]> => {
  const requested = [...new Set(ids)]
  return inProjectOf(place, {
    needs: { ...needs, tests: requested },
    apply: (batch) => {
      const before = requested.map((id) => batch.test(place.launchId, id))
      const after = change(before, batch)
      if (place.seen !== undefined) requireSeen(before, place.seen, after)
      const launch = { ...batch.launch(place.launchId) }
      after.forEach((row, index) => {
        const old = before[index]
        if (old === undefined || old === row) return
        recount(launch, old, row)
        batch.setTest(row)
        batch.changedBy.set(row.id, place.userId)
      })
      settleStatus(launch)
      batch.setLaunch(launch)
      return after
    },
  })
}
