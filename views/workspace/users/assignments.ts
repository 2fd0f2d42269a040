import type { Role } from '../../../contract/access.ts'
import type { ProjectAssignment } from '../../../contract/workspace/users.ts'

/** A row of the form: a project, possibly not chosen yet, with a role. */
export interface AssignmentRow {
  /** Unique among the rows. */
  id: number
  project: { id: number; key: string; name: string; logoUrl: string | null } | null
  role: Role
}

/** Returns why the rows cannot be saved: a row without a project (UFORM-12). */
export const isIncomplete = (rows: readonly AssignmentRow[]): boolean => rows.some(({ project }) => project === null)

/** A read-only user is a GUEST in every project (UFORM-14, INVT-06). */
export const assignmentsOf = (rows: readonly AssignmentRow[], isReadOnly: boolean): ProjectAssignment[] =>
  rows.flatMap(({ project, role }) =>
    project === null ? [] : [{ projectId: project.id, role: isReadOnly ? 'GUEST' : role }],
  )
