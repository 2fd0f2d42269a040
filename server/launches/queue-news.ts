import { launchQueueStream } from '../../contract/live.ts'
import type { NewEvent } from '../db/events.ts'

/** News that an attempt to run a launch was queued, or has come one step further; for its own transaction. */
export const queueChanged = ({ projectId, launchId }: { projectId: number; launchId: number }): NewEvent => ({
  stream: launchQueueStream(projectId),
  type: 'launch-queue/changed',
  payload: { launchId },
  projectId,
})

/** News that workers came, went or changed. */
export const workersChanged: NewEvent = { stream: 'launch-workers', type: 'launch-workers/changed', payload: null }
