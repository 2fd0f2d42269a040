import { existsSync } from 'node:fs'
import { makeTemplate } from './founded.ts'
import { TEAM } from './people.ts'
import { serverMain } from './server-main.ts'
import { removeTemplates } from './template.ts'

/** What most files begin with is made once. No run begins with what another left, or leaves anything. */
export default async function foundedOnce(): Promise<() => void> {
  if (!existsSync(serverMain)) return () => undefined
  removeTemplates()
  await makeTemplate([])
  await makeTemplate(TEAM.members)
  return removeTemplates
}
