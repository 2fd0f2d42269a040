import type { Page } from '@playwright/test'
import { pathOf, type AnyCall } from '../../../contract/call.ts'
import { createTestCase } from '../../../contract/cases/cases.ts'
import { createSuite, deleteSuite, listSuites, type Suite } from '../../../contract/cases/suites.ts'
import { PROJECT_KEY } from './founding.ts'

/** Suites by title, each with the titles of its cases; `Parent / Child` is created in an earlier suite. */
export const fillRepository = async (
  page: Page,
  token: string,
  suites: Record<string, (string | Record<string, unknown>)[]>,
): Promise<Record<string, number>> => {
  const post = async (call: AnyCall, data: object): Promise<unknown> => {
    const answer = await page.request.post(pathOf(call.path, { projectKey: PROJECT_KEY }), {
      headers: { authorization: `Bearer ${token}` },
      data,
    })
    if (!answer.ok()) throw new Error(`${call.name} was answered with ${answer.status()}: ${await answer.text()}`)
    return answer.json()
  }
  const ids: Record<string, number> = {}
  for (const [path, cases] of Object.entries(suites)) {
    const parts = path.split(' / ')
    const parentSuiteId = ids[parts.slice(0, -1).join(' / ')] ?? null
    const { id } = (await post(createSuite, { title: parts.at(-1), parentSuiteId })) as { id: number }
    ids[path] = id
    for (const one of cases) {
      const body = typeof one === 'string' ? { title: one } : one
      await post(createTestCase, { testSuiteId: id, ...body })
    }
  }
  return ids
}

/** Deletes all suites; their cases go to the trash bin. */
export const emptyRepository = async (page: Page, token: string): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.get(pathOf(listSuites.path, { projectKey: PROJECT_KEY }), { headers })
  const { items } = (await answer.json()) as { items: Suite[] }
  for (const { id, parentSuiteId } of items)
    if (parentSuiteId === null)
      await page.request.delete(pathOf(deleteSuite.path, { projectKey: PROJECT_KEY, suiteId: id }), { headers })
}
