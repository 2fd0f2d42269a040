import { useSyncExternalStore } from 'react'
import { rowAt, rowAtHeight, type Layout } from '../../../machines/cases/repository-layout.ts'
import type { Sight } from '../../shared/cases/row-window.ts'
import { SuiteLine, type SuiteActions } from './suite-line.tsx'
import styles from './repository-list.module.css'

export interface StickyHeadProps {
  layout: Layout
  sight: Sight
  canWrite: boolean
  suiteActions: SuiteActions
}

/** Header of the topmost suite, once its own row has scrolled out of view. */
export function StickyHead({ layout, sight, canWrite, suiteActions }: StickyHeadProps) {
  // Index of the row at the upper edge: changes per row, not per pixel.
  const row = rowAt(
    layout,
    useSyncExternalStore(sight.subscribe, () => rowAtHeight(layout, sight.top())),
  )
  const isFlying = useSyncExternalStore(sight.subscribe, sight.isFlying)
  // Hidden while the suite's own row is visible.
  if (row === undefined || row.kind === 'suite') return null
  return (
    <div className={styles.sticky}>
      <SuiteLine
        suite={row.suite}
        level={0}
        top={0}
        height={layout.heights.suite}
        isOpen
        place={0}
        isActive={false}
        isCut={false}
        isRenaming={false}
        // Without buttons during fast scrolling: rendering a menu per frame would be slow.
        canWrite={canWrite && !isFlying}
        isSticky
        actions={suiteActions}
      />
    </div>
  )
}
