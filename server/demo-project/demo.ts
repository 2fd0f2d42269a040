import type { Feature } from '../../contract/access.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Db } from '../db/open.ts'

/** The new demo project, its author, and the features of the workspace. */
export interface DemoProject {
  db: Db
  project: ProjectScope
  userId: number
  features: readonly Feature[]
  now: number
}

export const DAY_MS = 86_400_000
export const MINUTE_MS = 60_000

export const authorIn = ({ project, userId }: DemoProject): { projectId: number; userId: number } => ({
  projectId: project.id,
  userId,
})

/** Throws if the sample data refers to an entry that it does not have. */
export const entryOf = <Entry>(entries: ReadonlyMap<string, Entry>, name: string): Entry => {
  const entry = entries.get(name)
  if (entry === undefined) throw new Error(`The demo project has no entry ${name}`)
  return entry
}

/** Returns the ids of a project's first settings by name. */
export const idsByName = async (
  { db, project }: DemoProject,
  table: 'priority' | 'automation_state' | 'result_status' | 'observation_type',
): Promise<Map<string, number>> => {
  const rows = await db.selectFrom(table).select(['id', 'name']).where('project_id', '=', project.id).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}
