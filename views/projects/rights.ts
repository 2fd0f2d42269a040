import { isFull } from '../../contract/projects/projects.ts'
import type { May } from '../boot/may.ts'

/** Returns which projects the reader may create (PROJ-16, PROJ-17). `totals`: null while loading. */
export const projectRights = (may: Pick<May, 'has' | 'isOn'>, totals: Parameters<typeof isFull>[0] | null) => {
  const canCreate = may.has('projects:create') && (totals === null || !isFull(totals))
  return { canCreate, canCreateDemo: canCreate && may.isOn('test-case-management') }
}
