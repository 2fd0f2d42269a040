import type { LaunchRow } from '../rows.ts'
import type { Operation } from '../writer/operation.ts'
import { inProjectOf } from './in-project.ts'

/** Pins a launch, or unpins it. */
export const pinLaunchBy = (place: { projectId: number; launchId: number }, pinned: boolean): Operation<LaunchRow> =>
  inProjectOf(place, {
    needs: {},
    apply: (batch) => {
      const before = batch.launch(place.launchId)
      if (before.pinned === pinned) return before
      const row = { ...before, pinned }
      batch.setLaunch(row)
      return row
    },
  })
