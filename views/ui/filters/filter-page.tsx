/** A page of the filter panel: the list of filters, or the values of one. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useOverlays } from '../overlays/use-overlays.ts'
import styles from './filter-page.module.css'

interface FilterPageProps {
  /** Goes back to the list of filters. */
  back?: { words: string; onBack: () => void } | undefined
  children: ReactNode
}

/**
 * Focuses the first control on mount, unless another control is focused. Give each page its own `key`, because the pressed button unmounts
 * with its page.
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
  /** Beside the label: how many values are chosen, or which. */
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
