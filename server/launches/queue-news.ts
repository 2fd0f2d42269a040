import { launchQueueStream } from '../../contract/live.ts'
import type { NewEvent } from '../db/events.ts'

/** Returns the event of an attempt that was queued or changed its state; append it in the same transaction. */
export const queueChanged = ({ projectId, launchId }: { projectId: number; launchId: number }): NewEvent => ({
  stream: launchQueueStream(projectId),
  type: 'launch-queue/changed',
  payload: { launchId },
  projectId,
})

/** Event of workers that were added, removed or changed. */
export const workersChanged: NewEvent = { stream: 'launch-workers', type: 'launch-workers/changed', payload: null }
