/** Waiting commands in a virtual list: only visible ones are read and rendered. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { UnsentCommand } from '../../../store/outbox/outbox-shown.ts'
import type { OutboxWindow, Stretch } from '../../../store/outbox/outbox-window.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { unsentWordsOf } from '../../boot/outbox/unsent-words.ts'
import { SidesList } from '../../shared/sides-list.tsx'
import styles from './outbox-panel.module.css'

interface WaitingListProps {
  waiting: OutboxWindow
  /** The loaded window around the visible rows. */
  onStretch: (stretch: Stretch) => void
  retry: (key: string) => void
  /** Called when a link opens another page. */
  onLeave: () => void
}

export function WaitingList({ waiting: { rows, seen }, onStretch, retry, onLeave }: WaitingListProps) {
  const scroll = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- its answers are used here alone, and nothing memoises them
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 57,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    onChange: ({ range }) => {
      if (range !== null) onStretch({ from: Math.max(0, range.startIndex - 6), to: range.endIndex + 7 })
    },
  })
  const items = virtual.getVirtualItems()
  const refused = rows.filter(({ refusal }) => refusal !== null).length
  return (
    <>
      <p className={styles.count}>
        {rows.length.toLocaleString('en')} {rows.length === 1 ? 'change' : 'changes'}
        {refused > 0 && `, ${refused.toLocaleString('en')} of them refused`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll what does not fit */}
      <div ref={scroll} className={styles.scroll} tabIndex={0}>
        <ul
          aria-label="Unsent changes"
          className={styles.list}
          style={{
            paddingTop: items[0]?.start ?? 0,
            paddingBottom: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
          }}
        >
          {items.map(({ index, key }) => {
            const one = seen.get(rows[index]?.key ?? '')
            return (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
              >
                {one !== undefined && <Waiting one={one} retry={retry} onLeave={onLeave} />}
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}

type WaitingProps = { one: UnsentCommand } & Pick<WaitingListProps, 'retry' | 'onLeave'>

function Waiting({ one, retry, onLeave }: WaitingProps) {
  const words = unsentWordsOf(one)
  if (words === undefined) return null
  const sides = one.details === null ? [] : words.sides(one.command, one.details)
  return (
    <>
      <span className={styles.words}>{words.what(one.command, one.hints)}</span>
      <div className={styles.why}>
        <small data-refused={one.refusal !== null || undefined}>{whyOf(one, words.place)}</small>
        {sides.length > 0 && <SidesList sides={sides} />}
      </div>
      <span className={styles.aside}>
        <RelativeTime at={one.at} />
        <Link isAlone href={words.address} onClick={onLeave}>
          Open the {words.place}
        </Link>
        {one.isRepeatable && (
          <Button size="sm" onClick={() => retry(one.key)}>
            Try again
          </Button>
        )}
      </span>
    </>
  )
}

const whyOf = ({ refusal, message, isHeld }: UnsentCommand, place: string): string => {
  if (refusal !== null)
    return `Not taken${message === null ? '' : `: ${message.replace(/\.$/, '')}`}. Open the ${place} to decide.`
  return isHeld ? 'Waiting for a refused change before it.' : 'Waiting to be sent.'
}
