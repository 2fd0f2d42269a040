import { createContext, useContext } from 'react'
import type { RepositoryNode } from '../../contract/launchers/repositories.ts'

/** Actions of the area's pages on the tree. */
export interface Area {
  /** Reloads the tree. */
  refresh: () => void
  change: (repositories: RepositoryNode[]) => void
  /** On narrow pages, shows the tree instead of the page. */
  openTree: () => void
}

export const AreaContext = createContext<Area | null>(null)

export const useArea = (): Area => {
  const area = useContext(AreaContext)
  if (area === null) throw new Error('useArea outside of the Launchers area')
  return area
}
