import { AsyncResource } from 'node:async_hooks'
import { launchersStream } from '../../contract/live.ts'
import type { Db } from '../db/open.ts'
import { appendEvents } from '../db/events.ts'
import { Refusal } from '../http/refusal.ts'

interface Where {
  project: { id: number }
  caller: { userId: number }
}

/**
 * Appends events outside the request's async context: with its idempotency key, the event would be stored as the effect of the failed
 * request.
 */
const outside = new AsyncResource('LauncherRefused')

/**
 * Runs `act`. When it is rejected, appends an event with the status and the rejected fields, which shows how often and why that happens,
 * and rethrows. The events stay in this installation and are sent nowhere (LAUN-28, START-10).
 */
export const recordingRefusal = async <Result>(
  db: Db,
  { project, caller }: Where,
  what: 'launcher' | 'launch',
  act: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await act()
  } catch (error) {
    const payload =
      error instanceof Refusal
        ? { status: error.status, code: error.code, fields: error.errors?.map(({ field }) => field) ?? [] }
        : { status: 500, code: null, fields: [] }
    const event = {
      stream: launchersStream(project.id),
      type: `launchers/${what}-refused`,
      payload,
      projectId: project.id,
      userId: caller.userId,
    }
    // The caller needs the original rejection, not a failure to record it.
    await outside
      .runInAsyncScope(() => db.transaction().execute((tx) => appendEvents(tx, [event])))
      .catch(() => undefined)
    throw error
  }
}
