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

/** The head of the suite whose rows are at the top, once its own is scrolled past. */
export function StickyHead({ layout, sight, canWrite, suiteActions }: StickyHeadProps) {
  // Number of the row at the upper edge: changes once a row, not once a pixel.
  const row = rowAt(
    layout,
    useSyncExternalStore(sight.subscribe, () => rowAtHeight(layout, sight.top())),
  )
  const isFlying = useSyncExternalStore(sight.subscribe, sight.isFlying)
  // While the head itself is in sight, it is enough.
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
        // Of a head that flies by nothing can be pressed: a menu with each frame is what keeps the next one waiting.
        canWrite={canWrite && !isFlying}
        isSticky
        actions={suiteActions}
      />
    </div>
  )
}
