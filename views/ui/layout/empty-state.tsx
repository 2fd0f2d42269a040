/**
 * States of a list without rows. EmptyState: nothing yet (what it is, and the button that adds the first), or no matches (with Clear
 * filters). ProblemState: loading failed (with Retry).
 */
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import styles from './empty-state.module.css'

export type EmptyStateProps = {
  title: string
  /** Heading level: 1 for a whole page. */
  level?: 1 | 2
  icon?: ReactNode
  children?: ReactNode
  /** Wider content below the text: a form, a set-up. */
  extra?: ReactNode
  actions?: ReactNode
}

export function EmptyState({ title, level = 2, icon, children, extra, actions }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <section className={styles.state} data-wide={extra === undefined ? undefined : ''}>
      {icon !== undefined && <span className={styles.glyph}>{icon}</span>}
      <Heading>{title}</Heading>
      {children !== undefined && <div className={styles.words}>{children}</div>}
      {extra}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </section>
  )
}

export type ProblemStateProps = {
  /** What failed: 'Launches did not load'. */
  title: string
  /** The reason, and what is unaffected. */
  children?: ReactNode
  onRetry?: () => void
  isRetrying?: boolean
  actions?: ReactNode
}

export function ProblemState({ title, children, onRetry, isRetrying = false, actions }: ProblemStateProps) {
  return (
    <section className={styles.state} role="alert">
      <h2>{title}</h2>
      {children !== undefined && <div className={styles.words}>{children}</div>}
      <div className={styles.actions}>
        {onRetry !== undefined && (
          <Button icon={<RotateCw aria-hidden />} isPending={isRetrying} onClick={onRetry}>
            Retry
          </Button>
        )}
        {actions}
      </div>
    </section>
  )
}
