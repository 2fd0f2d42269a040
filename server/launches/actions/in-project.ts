import { TEXTS } from '../../../contract/texts.ts'
import { notFound } from '../../http/refusal.ts'
import type { LaunchRow } from '../rows.ts'
import type { Batch } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'

/**
 * Wraps an operation on a launch by a user: 404 for a launch of another project. `check` gets the launch as read in the writing transaction
 * and throws to reject the operation.
 */
export const inProjectOf = <Answer>(
  { projectId, launchId }: { projectId: number; launchId: number },
  operation: Operation<Answer>,
  check: (launch: LaunchRow) => void = () => undefined,
): Operation<Answer> => ({
  needs: { ...operation.needs, launches: [launchId, ...(operation.needs.launches ?? [])] },
  apply: (batch: Batch) => {
    const launch = batch.launch(launchId)
    if (launch.project_id !== projectId) throw notFound(TEXTS.launchNotFound)
    check(launch)
    return operation.apply(batch)
  },
})
