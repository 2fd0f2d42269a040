import { roleMay } from '../../contract/access.ts'
import { isFull, type Project } from '../../contract/projects/projects.ts'
import type { May } from '../application/may.ts'

/** Returns which projects the reader may create (PROJ-16, PROJ-17). `totals`: null while loading. */
export const projectRights = (may: Pick<May, 'has' | 'isOn'>, totals: Parameters<typeof isFull>[0] | null) => {
  const canCreate = may.has('projects:create') && (totals === null || !isFull(totals))
  return { canCreate, canCreateDemo: canCreate && may.isOn('test-case-management') }
}

/** Returns whether the reader may delete a project: by their role in it, or by the permission for all (PROJ-12, PROJ-13). */
export const mayDeleteProject = (may: Pick<May, 'has'>, { role }: Pick<Project, 'role'>): boolean =>
  roleMay(role, 'project:delete') || may.has('projects:delete')
