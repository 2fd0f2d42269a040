/** Says that a list has changed and reloads it on request. Announced once: the count changes too often to be read out. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- output belongs to forms */
import { RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../controls/button.tsx'
import styles from './changed-rows.module.css'
import { inFigures } from '../text/figures.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

/** Changed rows are counted up to here. */
const max = 1000

export type ChangedRowsProps = { count: number; noun: readonly [one: string, many: string]; onShow: () => void }

export function ChangedRows({ count, noun: [one, many], onShow }: ChangedRowsProps) {
  const place = useRef<HTMLDivElement>(null)
  const words = `${inFigures(Math.min(count, max))}${count > max ? '+' : ''} ${count === 1 ? one : many} changed`
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      <VisuallyHidden role="status">{count > 0 && `Some ${many} changed and are not shown yet`}</VisuallyHidden>
      {count > 0 && (
        <div className={styles.bar}>
          <span>{words}</span>
          <Button
            variant="quiet"
            size="sm"
            icon={<RefreshCw aria-hidden />}
            aria-label={`Show: ${words}`}
            onClick={() => {
              onShow()
              // The button disappears with the answer; the next Tab continues in the list.
              place.current?.focus()
            }}
          >
            Show
          </Button>
        </div>
      )}
    </div>
  )
}
