import { tmpdir } from 'node:os'
import { startAssayProcess, type AssayProcess } from '../../e2e/support/server-process.ts'

export const ACCESS_TOKEN = 'bench_access_token_of_the_owner'
export const OWNER = { login: 'owner', password: 'olive-tree-60' }

/** The built server with an owner, the project DEF and an access token, as `npm start` runs it: minified, with data on a disk. */
export const startBenchServer = (environment: Record<string, string> = {}): Promise<AssayProcess> =>
  startAssayProcess(
    {
      ASSAY_OWNER_USERNAME: OWNER.login,
      ASSAY_OWNER_EMAIL: 'owner@larkspur.test',
      ASSAY_OWNER_PASSWORD: OWNER.password,
      ASSAY_PROJECT_KEY: 'DEF',
      ASSAY_ACCESS_TOKEN: ACCESS_TOKEN,
      ...environment,
    },
    { home: tmpdir() },
  )

/** A browser's access token for calls of the API. */
export const signIn = async (url: string, user = OWNER): Promise<string> => {
  const response = await fetch(`${url}/api/iam/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  })
  return ((await response.json()) as { authToken: string }).authToken
}
