import type { APIRequestContext } from '@playwright/test'
import { pathOf, type Call } from '../../../contract/call.ts'
import { getLaunch, listLaunches, type Launch } from '../../../contract/launches/launches.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { getTest, listTestLogs } from '../../../contract/launches/test-details.ts'
import { listTests, type LaunchTest } from '../../../contract/launches/launch-tests.ts'
import type { Assay } from './server.ts'
import { OWNER, PROJECT_KEY } from './founding.ts'

/** Reads reported data through the browser's calls, as the owner. */
export const readBack = async (assay: Pick<Assay, 'url'>, request: APIRequestContext) => {
  const signedIn = await request.post(`${assay.url}/api/iam/v1/auth/login`, {
    data: { login: OWNER.username, password: OWNER.password },
  })
  const { authToken } = (await signedIn.json()) as { authToken: string }
  const headers = { authorization: `Bearer ${authToken}` }
  const ask = async <P, Q, B, A>(
    call: Call<P, Q, B, A>,
    params: Record<string, string | number>,
    query: Record<string, number> = {},
  ): Promise<A> => {
    const address = pathOf(call.path, { projectKey: PROJECT_KEY, ...params })
    const answer = await request.get(`${assay.url}${address}`, { headers, params: query })
    if (!answer.ok()) throw new Error(`${call.name} was answered with ${answer.status()}: ${await answer.text()}`)
    return call.answer.parse(await answer.json())
  }
  return {
    launches: async (): Promise<Launch[]> => (await ask(listLaunches, {})).items,
    /** The one launch of this name. */
    launch: async (name: string): Promise<Launch> => {
      const found = (await ask(listLaunches, {})).items.filter((launch) => launch.name === name)
      if (found.length !== 1 || !found[0]) throw new Error(`there are ${found.length} launches named ${name}`)
      return (await ask(getLaunch, { launchId: found[0].id })).launch
    },
    tests: async (launchId: number) => (await ask(listTests, { launchId })).items,
    /** Those of every page. */
    allTests: async (launchId: number): Promise<LaunchTest[]> => {
      const all: LaunchTest[] = []
      for (let page = 1; ; page += 1) {
        const { items, _meta } = await ask(listTests, { launchId }, { page, pageSize: LIMITS.maxTestsPageSize })
        all.push(...items)
        if (page >= _meta.totalPages) return all
      }
    },
    test: (launchId: number, testId: number) => ask(getTest, { launchId, testId }),
    logs: async (launchId: number, testId: number) => (await ask(listTestLogs, { launchId, testId })).items,
    /** Downloads an uploaded file. */
    bytes: async (url: string): Promise<Buffer> => (await request.get(`${assay.url}${url}`, { headers })).body(),
    /** Text of an uploaded file. */
    file: async (url: string) => (await request.get(`${assay.url}${url}`, { headers })).text(),
  }
}
