import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { request } from '@playwright/test'
import { pathOf } from '../../../contract/call.ts'
import { listTests } from '../../../contract/launches/launch-tests.ts'
import { ImportedLaunch, IMPORTED_LAUNCHES_PATH } from '../../../contract/launches/result-import.ts'
import { signIn, type OpenSession } from '../../../contract/session/session.ts'
import { OWNER, PROJECT_KEY } from './founding.ts'
import type { Assay } from './server.ts'

const files = path.resolve(import.meta.dirname, '../../server/launches/import/files')

/** Imports a report of a real runner as the owner. Resolves with the launch, and the ids of its tests by their names. */
export const importReport = async (
  { url }: Pick<Assay, 'url'>,
  file: string,
  projectKey: string = PROJECT_KEY,
): Promise<{ launchId: number; testIds: Record<string, number> }> => {
  const device = await request.newContext({ baseURL: url })
  const door = await device.post(signIn.path, { data: { login: OWNER.username, password: OWNER.password } })
  const headers = { authorization: `Bearer ${((await door.json()) as OpenSession).authToken}` }
  const buffer = await readFile(path.join(files, file))
  const answer = await device.post(pathOf(IMPORTED_LAUNCHES_PATH, { projectKey }), {
    headers,
    multipart: { file: { name: path.basename(file), mimeType: 'application/octet-stream', buffer } },
  })
  const { launchId } = ImportedLaunch.parse(await answer.json())
  const tests = await device.get(pathOf(listTests.path, { projectKey, launchId }), { headers })
  const { items } = listTests.answer.parse(await tests.json())
  await device.dispose()
  return { launchId, testIds: Object.fromEntries(items.map(({ name, id }) => [name, id])) }
}
