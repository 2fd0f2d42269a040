import {
  authorizePublicAccess,
  getPublicExploratorySession,
  getPublicLaunch,
  getPublicTest,
  getPublicTestPlan,
  getPublicTestRun,
  listPublicTestLogs,
  listPublicTests,
  type PublicTestsQuery,
} from '../../contract/public/public-access.ts'
import type { PublicResourceType } from '../../contract/public/resources.ts'
import type { Send } from '../http/http.ts'

/** Returns a token for the shared content. */
export const authorisePublicAccess = async (
  send: Send,
  given: { resourceType: PublicResourceType; token: string; passcode: string },
): Promise<string> => (await send(authorizePublicAccess, { body: given })).data.data.authToken

/** Calls for holders of a public link. `send` must carry the link's token. */
export const createPublicAccessService = (send: Send) => ({
  launch: () => send(getPublicLaunch).then(({ launch }) => launch),
  tests: (query: Partial<PublicTestsQuery>, signal?: AbortSignal) => send(listPublicTests, { query, signal }),
  test: (testId: number) => send(getPublicTest, { params: { testId } }),
  testLogs: (testId: number, pageToken?: string) =>
    send(listPublicTestLogs, { params: { testId }, query: pageToken === undefined ? {} : { pageToken } }),
  testRun: () => send(getPublicTestRun),
  testPlan: () => send(getPublicTestPlan),
  exploratorySession: () => send(getPublicExploratorySession),
})
export type PublicAccessService = ReturnType<typeof createPublicAccessService>
