import { request, type Page, type Route } from '@playwright/test'
import { pathOf } from '../../../contract/call.ts'
import {
  getResultStatuses,
  ResultStatuses,
  saveResultStatuses,
  type StoredResultStatus,
} from '../../../contract/settings/result-statuses.ts'
import { signIn } from '../../../contract/session/session.ts'
import { MEMBERS_PASSWORD } from './people.ts'
import { PROJECT_KEY } from './founding.ts'

/** A stored status, or a new one. */
type WantedStatus = Omit<StoredResultStatus, 'id'> & { id: number | null }

/** A user who reads and saves the result statuses from another device. */
export const anotherDevice = async ({ url }: { url: string }, username: string) => {
  const device = await request.newContext({ baseURL: url })
  const answer = await device.post(signIn.path, { data: { login: username, password: MEMBERS_PASSWORD } })
  const { authToken } = (await answer.json()) as { authToken: string }
  const headers = { authorization: `Bearer ${authToken}` }
  const path = pathOf(getResultStatuses.path, { projectKey: PROJECT_KEY })
  const load = async () => ResultStatuses.parse(await (await device.get(path, { headers })).json())
  return {
    statuses: async () => (await load()).data.resultStatuses,
    save: async (change: (statuses: StoredResultStatus[]) => WantedStatus[]) => {
      const { version, data } = await load()
      const resultStatuses = change(data.resultStatuses).map(
        ({ isAssignable: _, isUntested: __, ...status }, relativePosition) => ({ ...status, relativePosition }),
      )
      const saved = await device.put(pathOf(saveResultStatuses.path, { projectKey: PROJECT_KEY }), {
        headers,
        data: { version, resultStatuses },
      })
      if (!saved.ok()) throw new Error(`the save was answered with ${saved.status()}: ${await saved.text()}`)
    },
    end: () => device.dispose(),
  }
}

/** Changes the one of this name. */
export const changing =
  (name: string, changes: Partial<StoredResultStatus>) =>
  (statuses: StoredResultStatus[]): StoredResultStatus[] =>
    statuses.map((status) => (status.name === name ? { ...status, ...changes } : status))

/** Runs `act` while the page cannot read the list, so that only its next save learns of the change. Returns the end of that. */
export const withoutReads = async (page: Page, act: () => Promise<void>) => {
  const abortRead = (route: Route) => (route.request().method() === 'GET' ? route.abort() : route.fallback())
  await page.route('**/result-statuses', abortRead)
  await act()
  return () => page.unroute('**/result-statuses', abortRead)
}
