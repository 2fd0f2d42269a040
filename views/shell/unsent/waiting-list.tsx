/** Waiting commands in a virtual list: only visible ones are read and rendered. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { Denial } from '../../../machines/outbox/outbox-lane.machine.ts'
import { definitionOf, scopeOf } from '../../../store/outbox/definition.ts'
import type { Queued, UnsentCommand } from '../../../store/outbox/outbox-shown.ts'
import type { OutboxWindow, Stretch } from '../../../store/outbox/outbox-window.ts'
import { CopyTextButton } from '../../shared/unsent/copy-text-button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { unsentTextsOf } from './unsent-text.ts'
import type { OutboxState } from '../../application/outbox/outbox.ts'
import { Choice } from '../../shared/unsent/choice.tsx'
import { SidesList } from '../../shared/sides-list.tsx'
import type { unsentActors } from './actors.ts'
import { denialText } from './outbox-text.ts'
import styles from './outbox-panel.module.css'

interface WaitingListProps {
  waiting: OutboxWindow
  /** The loaded window around the visible rows. */
  onStretch: (stretch: Stretch) => void
  denied: OutboxState['denied']
  /** Whether the outbox runs: then it has loaded all capabilities that this version knows. */
  isRunning: boolean
  actors: Pick<ReturnType<typeof unsentActors>, 'retry' | 'discard'>
  /** Called when a link opens another page. */
  onLeave: () => void
}

export function WaitingList({
  waiting: { rows, seen },
  onStretch,
  denied,
  isRunning,
  actors,
  onLeave,
}: WaitingListProps) {
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
        {refused > 0 && `, ${refused.toLocaleString('en')} of them not accepted`}
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
            const row = rows[index]
            const one = seen.get(row?.key ?? '')
            return (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
              >
                {one !== undefined && <Waiting one={one} denied={denied} actors={actors} onLeave={onLeave} />}
                {isRunning && row !== undefined && definitionOf(row.stream) === undefined && (
                  <Unknown row={row} discard={() => actors.discard([row.key], [])} />
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}

type WaitingProps = { one: UnsentCommand } & Pick<WaitingListProps, 'denied' | 'actors' | 'onLeave'>

function Waiting({ one, denied, actors, onLeave }: WaitingProps) {
  const words = unsentTextsOf(one)
  if (words === undefined) return null
  const denial = denied[scopeOf(one)] ?? null
  const sides = one.details === null ? [] : words.sides(one.command, one.details)
  return (
    <>
      <span className={styles.words}>{words.what(one.command, one.hints)}</span>
      <div className={styles.why}>
        <small data-refused={one.refusal !== null || undefined}>{whyOf(one, denial)}</small>
        {sides.length > 0 && <SidesList sides={sides} />}
      </div>
      <span className={styles.aside}>
        <RelativeTime at={one.at} />
        {denial?.reason !== 'gone' && (
          <Link isAlone href={words.address} onClick={onLeave}>
            Open the {words.place}
          </Link>
        )}
        {(one.refusal !== null || one.isHeld || denial !== null) && (
          <span className={styles.choices}>
            {one.isRepeatable && <Choice act={() => actors.retry(one.key)}>Try again</Choice>}
            <CopyTextButton text={words.text(one.command, one.hints)} />
            <Choice isDanger act={() => actors.discard([one.key], denial === null ? [] : [scopeOf(one)])}>
              Discard
            </Choice>
          </span>
        )}
      </span>
    </>
  )
}

/** A change that another version of the application made. */
function Unknown({ row: { projectKey }, discard }: { row: Queued; discard: () => Promise<void> }) {
  return (
    <>
      <span className={styles.words}>A change in {projectKey}</span>
      <small className={styles.why}>Waiting for the version of Assay that made it.</small>
      <span className={styles.aside}>
        <Choice isDanger act={discard}>
          Discard
        </Choice>
      </span>
    </>
  )
}

const whyOf = ({ refusal, message, isHeld, projectKey }: UnsentCommand, denial: Denial | null): string => {
  if (refusal !== null) return `Not accepted${message === null ? '' : `: ${message.replace(/\.$/, '')}`}.`
  if (isHeld) return 'Waiting for a rejected change before it.'
  return denial === null ? 'Waiting to be sent.' : denialText(projectKey, denial)
}
