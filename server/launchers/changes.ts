import type { Principal, ProjectScope } from '../access/principals.ts'
import type { Tx } from '../db/open.ts'
import { launchersStream } from '../../contract/live.ts'
import { appendEvents } from '../db/events.ts'

/** Change in the launchers area, for the change log of the project. */
export interface LauncherChange {
  what: 'repository' | 'launcher' | 'preset' | 'schedule' | 'webhook'
  kind: 'added' | 'changed' | 'deleted' | 'paused' | 'resumed'
  id: number
  name: string
}

/** Appends the event of a change; call it in the change's transaction. */
export const recordChange = (
  tx: Tx,
  { project, caller }: { project: Pick<ProjectScope, 'id'>; caller: Pick<Principal, 'userId'> },
  change: LauncherChange,
): Promise<unknown> =>
  appendEvents(tx, [
    {
      stream: launchersStream(project.id),
      type: `launchers/${change.what}-${change.kind}`,
      payload: change,
      projectId: project.id,
      userId: caller.userId,
    },
  ])
