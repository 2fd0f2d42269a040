import {
  buildLaunch,
  createLaunchContext,
  getRelaunchWays,
  relaunchLaunch,
  type Rerun,
} from '../../contract/launches/relaunch.ts'
import type { Send } from '../http/http.ts'

/** Calls that relaunch. */
export const createRelaunchService = (send: Send) => ({
  ways: (projectKey: string, launchId: number) => send(getRelaunchWays, { params: { projectKey, launchId } }),
  context: async (projectKey: string, launchId: number, body: Rerun) =>
    (await send(createLaunchContext, { params: { projectKey, launchId }, body })).data.asString,
  relaunch: (projectKey: string, launchId: number, body: Rerun) =>
    send(relaunchLaunch, { params: { projectKey, launchId }, body }),
  build: (projectKey: string, launchId: number, parameters: Record<string, string>) =>
    send(buildLaunch, { params: { projectKey, launchId }, body: { parameters } }),
})
