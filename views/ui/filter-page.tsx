/** What an open filter panel shows: the list of filters, or the values of one of them. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useOverlays } from './use-overlays.ts'
import styles from './filter-page.module.css'

interface FilterPageProps {
  /** The way back to the list of filters. */
  back?: { words: string; onBack: () => void } | undefined
  children: ReactNode
}

/**
 * Focuses its first control when it opens, unless another control has the focus. Give the list and each filter a `key` of its own: with the
 * page before, the button that was pressed is gone.
 */
export function FilterPage({ back, children }: FilterPageProps) {
  const overlays = useOverlays()
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement?.contains(content.current) === true) overlays?.focusFirstControl(content.current)
  }, [overlays])
  return (
    <div className={styles.panel}>
      {back !== undefined && (
        <button type="button" className={styles.back} aria-label={`Back from ${back.words}`} onClick={back.onBack}>
          <ChevronLeft aria-hidden />
          {back.words}
        </button>
      )}
      <div ref={content} className={styles.content}>
        {children}
      </div>
    </div>
  )
}

interface FilterRowProps {
  words: string
  /** Beside the words: how many values are chosen, or which. */
  chosen?: ReactNode
  onOpen: () => void
}

export function FilterRow({ words, chosen, onOpen }: FilterRowProps) {
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <span>{words}</span>
      {chosen}
      <ChevronRight aria-hidden />
    </button>
  )
}

export const NoFilters = ({ children }: { children: ReactNode }) => <p className={styles.none}>{children}</p>
