import type { CaseQuestion } from './case-windows.machine.ts'
import type { Structure } from './repository-layout.ts'
import { isAsking } from './test-case-repository.machine.ts'

export type RepositoryFace = 'loading' | 'failed' | 'empty' | 'noResults' | 'shown'

/** Returns the state to show. Known data stays visible while loading. */
export const faceOfRepository = ({
  value,
  context: { structure, shownQuestion },
}: {
  value: unknown
  context: { structure: Structure | null; shownQuestion: CaseQuestion }
}): RepositoryFace => {
  if ((value as { structure: string }).structure === 'failed') return 'failed'
  if (structure === null) return 'loading'
  if (isAsking(shownQuestion)) return structure.total === 0 ? 'noResults' : 'shown'
  return structure.suites.length === 0 ? 'empty' : 'shown'
}
