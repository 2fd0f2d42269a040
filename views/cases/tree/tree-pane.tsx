/** Tree pane with a stored width, at most a fifth of the window (TREE-20, TREE-21). */
import { ResizablePane } from '../../ui/layout/resizable-pane.tsx'
import { SuiteTree, type SuiteTreeProps } from './suite-tree.tsx'

const DEFAULT_PX = 500
const MIN_PX = 200

export function TreePane({ width, ...tree }: SuiteTreeProps & { width: number }) {
  const max = Math.max(MIN_PX, Math.floor(width / 5))
  return (
    <ResizablePane
      name="cases-tree"
      label="Suites"
      side="start"
      initialWidth={Math.min(DEFAULT_PX, max)}
      minWidth={MIN_PX}
      maxWidth={max}
    >
      <SuiteTree {...tree} />
    </ResizablePane>
  )
}
