import type { ReactNode } from 'react'
import styles from './activity-panel.module.css'

interface PanelSectionProps {
  title: string
  /** At the end of the header: a figure or a button. */
  note?: ReactNode
  children: ReactNode
}

export const PanelSection = ({ title, note, children }: PanelSectionProps) => (
  <section>
    <header>
      <h2>{title}</h2>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </header>
    {children}
  </section>
)
