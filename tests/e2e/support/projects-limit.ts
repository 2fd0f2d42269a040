import type { Assay } from './server.ts'

/** Sets how many projects the workspace may have. */
export const limitProjects = async ({ db }: Assay, limit: number): Promise<void> => {
  await db.updateTable('workspace').set({ projects_limit: limit }).execute()
}
