import { AsyncResource } from 'node:async_hooks'
import { launchersStream } from '../../contract/live.ts'
import type { Db } from '../db/open.ts'
import { appendEvents } from '../db/events.ts'
import { Refusal } from '../http/refusal.ts'

interface Where {
  project: { id: number }
  caller: { personId: number }
}

/** Appended outside the request: with its idempotency key, the event would stand for the request that failed. */
const outside = new AsyncResource('LauncherRefused')

/**
 * Carries out `act`. Where it is refused, appends an event that says how often and why that happens, and throws the same refusal. The
 * events stay in this installation: nothing is sent to anybody (LAUN-28, START-10).
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
      personId: caller.personId,
    }
    // Whoever waits is told of the refusal, not of an event that could not be written.
    await outside
      .runInAsyncScope(() => db.transaction().execute((tx) => appendEvents(tx, [event])))
      .catch(() => undefined)
    throw error
  }
}
