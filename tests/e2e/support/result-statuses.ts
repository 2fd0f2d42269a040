import { request, type Page, type Route } from '@playwright/test'
import { pathOf } from '../../../contract/call.ts'
import {
  getResultStatuses,
  ResultStatuses,
  saveResultStatuses,
  type StoredResultStatus,
} from '../../../contract/settings/result-statuses.ts'
import { resultStatusesPage } from '../pages/result-statuses.ts'
import { signIn } from '../../../contract/session/session.ts'
import { MEMBERS_PASSWORD } from './people.ts'
import { PROJECT_KEY } from './founding.ts'

/** As it is stored, or a new one. */
type WantedStatus = Omit<StoredResultStatus, 'id'> & { id: number | null }

/** Somebody who reads and saves the result statuses from another device. */
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

let count = 0
/** Of this test alone: all tests of the file share one list. */
export const aName = (word: string) => `${word} ${(count += 1)}`

export const addStatus = async (page: Page, name: string, aliases = '') => {
  const statuses = resultStatusesPage(page)
  await statuses.add()
  await statuses.fill('Name', name)
  if (aliases !== '') await statuses.fill('Aliases', aliases)
  await statuses.closeEditor()
}
/** What others save meanwhile is not heard of before the page's own save is refused. */
export const deafTo = async (page: Page, act: () => Promise<void>) => {
  const refuseToRead = (route: Route) => (route.request().method() === 'GET' ? route.abort() : route.fallback())
  await page.route('**/result-statuses', refuseToRead)
  await act()
  return () => page.unroute('**/result-statuses', refuseToRead)
}
/** Opens the page with these statuses in the stored list. */
export const withStored = async (page: Page, ...names: string[]) => {
  const statuses = resultStatusesPage(page)
  await statuses.open()
  for (const name of names) await addStatus(page, name)
  await statuses.save()
  await statuses.expectSaved()
  return statuses
}
