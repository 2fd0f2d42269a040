import { useState, type ReactNode } from 'react'
import { dropping } from './dropping.ts'
import styles from './drop-area.module.css'

export interface DropAreaProps {
  label: string
  /** Null while files cannot be taken. */
  onFiles: ((files: File[]) => void) | null
  /** An icon, a heading, a paragraph and a button that chooses files. */
  children: ReactNode
}

/** The first step of an import: says which files are taken, and takes dropped ones. */
export function DropArea({ label, onFiles, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  return (
    <section
      className={styles.area}
      aria-label={label}
      data-over={isOver || undefined}
      {...dropping((files) => onFiles?.(files), setOver)}
    >
      {children}
    </section>
  )
}
