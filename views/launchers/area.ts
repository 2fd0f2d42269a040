import { createContext, useContext } from 'react'
import type { RepositoryNode } from '../../contract/launchers/repositories.ts'

/** What views of the area do to the tree at their side. */
export interface Area {
  /** Reads it anew. */
  refresh: () => void
  change: (repositories: RepositoryNode[]) => void
  /** On narrow pages it is shown instead of what is open. */
  openTree: () => void
}

export const AreaContext = createContext<Area | null>(null)

export const useArea = (): Area => {
  const area = useContext(AreaContext)
  if (area === null) throw new Error('useArea outside of the Launchers area')
  return area
}
