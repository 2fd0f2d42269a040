/** Mark of a pinned launch. */
import { Pin } from 'lucide-react'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import styles from './pinned-mark.module.css'

export function PinnedMark() {
  return (
    <span className={styles.pinned} data-tip="Pinned: retention does not delete it">
      <Pin aria-hidden />
      <VisuallyHidden>Pinned</VisuallyHidden>
    </span>
  )
}
