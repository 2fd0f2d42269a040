/** Side-by-side panes; tabs on narrow pages. */
import { useState, type ReactNode } from 'react'
import { TabPanel, Tabs } from '../ui/layout/tabs.tsx'
import { useClientWidth } from '../shared/cases/row-window.ts'
import styles from './models.module.css'

export interface PaneGiven {
  id: string
  label: string
  count?: number
  content: ReactNode
}

const WIDE_PX = 1200

export function Panes({ panes }: { panes: readonly PaneGiven[] }) {
  const isWide = useClientWidth() >= WIDE_PX
  const [shown, setShown] = useState(panes[0]?.id ?? '')
  if (isWide)
    return (
      <div className={styles.panes} data-count={panes.length}>
        {panes.map(({ id, label, content }) => (
          <section key={id} className={styles.pane} aria-label={label} data-pane={id}>
            {content}
          </section>
        ))}
      </div>
    )
  const open = panes.find(({ id }) => id === shown) ?? panes[0]
  return (
    <div className={styles.tabbed}>
      <Tabs
        label="Parts of the model"
        id="model"
        items={panes.map(({ id, label, count }) => ({ id, label, ...(count === undefined ? {} : { count }) }))}
        selected={open?.id ?? ''}
        onSelect={setShown}
        className={styles.tabs ?? ''}
      />
      <TabPanel of="model" tab={open?.id ?? ''} className={styles.pane ?? ''}>
        {open?.content}
      </TabPanel>
    </div>
  )
}
