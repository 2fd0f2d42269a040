import { randomUUID } from 'node:crypto'
import type { WorkerState } from '../../../contract/launchers/worker-protocol.ts'
import { createRemoteDispatch } from '../../../server/launchers/engine/remote-dispatch.ts'
import type { Dispatch } from '../../../server/launchers/workers/dispatch.ts'
import type { TestApp } from './app.ts'

const STATE: WorkerState = { name: 'by hand', labels: [], concurrency: 2, drivers: ['process'] }

/** A worker that a test controls step by step over HTTP. */
export const aHandWorker = async (
  { url }: Pick<TestApp, 'url'>,
  token: string,
  state: Partial<WorkerState> = {},
): Promise<Dispatch & { id: string; sendState: () => Promise<unknown> }> => {
  const id = randomUUID()
  const dispatch = createRemoteDispatch({ url, token, worker: id, onRefused: () => undefined })
  const sendState = () => dispatch.renew({ ...STATE, ...state }, [])
  await sendState()
  return { ...dispatch, id, sendState }
}
