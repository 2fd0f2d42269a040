/** A case of the list, memoised: scrolling renders only new rows. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element cannot hold virtual rows */
import { GripVertical } from 'lucide-react'
import { memo, type MouseEvent } from 'react'
import type { CaseRow } from '../../../contract/cases/cases.ts'
import { RowCheckbox } from '../../ui/controls/checkbox.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { AttributeIcon } from '../../shared/cases/attribute-icon.tsx'
import { Marks } from '../../shared/cases/marks.tsx'
import { InlineTitle } from './inline-title.tsx'
import { levelled } from './list-heights.ts'
import styles from './repository-list.module.css'

/** Stable, so that rows do not re-render. */
export interface CaseLineActions {
  onOpen: (row: CaseRow, event: MouseEvent) => void
  onSelect: (row: CaseRow, isSelected: boolean, withRange: boolean) => void
  /** `version`: that of the case when its title was opened. */
  onRename: (row: CaseRow, title: string, version: number) => Promise<unknown>
  onRenamed: () => void
}

export interface CaseLineProps {
  row: CaseRow | null | undefined
  href: string
  top: number
  height: number
  level: number
  /** Position in the list, from 1. */
  place: number
  isActive: boolean
  isCurrent: boolean
  isSelected: boolean
  isSelecting: boolean
  isCut: boolean
  isRenaming: boolean
  canWrite: boolean
  actions: CaseLineActions
}

// A stable element, which React skips.
const GRIP = <GripVertical aria-hidden />

const isOfLink = (target: EventTarget) => target instanceof Element && target.closest('a') !== null

const titleWidths = [210, 260, 180, 300, 240]

export const CaseLine = memo(function CaseLine(props: CaseLineProps) {
  const { row, top, height, level, place } = props
  const style = levelled({ top, height }, level)
  if (row === null || row === undefined)
    return (
      <div role="row" aria-rowindex={place} aria-busy className={styles.case} style={style}>
        <span role="gridcell" className={styles.waiting}>
          <Skeleton width={52} />
          <Skeleton width={titleWidths[place % titleWidths.length]} />
        </span>
      </div>
    )
  return <Line {...props} row={row} style={style} />
})

function Line({ row, style, ...props }: Omit<CaseLineProps, 'row'> & { row: CaseRow; style: object }) {
  const { href, place, level, isActive, isCurrent, isSelected, isSelecting, isCut, isRenaming, canWrite, actions } =
    props
  return (
    <div
      id={`case-${row.id}`}
      role="row"
      aria-rowindex={place}
      aria-level={level + 1}
      aria-selected={isSelecting ? isSelected : undefined}
      aria-current={isCurrent || undefined}
      data-active={isActive || undefined}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      data-cut={isCut || undefined}
      className={styles.case}
      style={style}
      onClickCapture={(event) => {
        const isChoice = event.shiftKey || event.ctrlKey || event.metaKey
        if (!isChoice || !(canWrite || isSelecting) || !isOfLink(event.target)) return
        event.preventDefault()
        event.stopPropagation()
        actions.onSelect(row, !isSelected, event.shiftKey)
      }}
    >
      {canWrite && (
        <span className={styles.grip} aria-hidden>
          {GRIP}
        </span>
      )}
      {(canWrite || isSelecting) && (
        <span role="gridcell" className={styles.check} data-shown={isSelecting || undefined}>
          <RowCheckbox
            label={`Select ${row.key}`}
            tabIndex={-1}
            checked={isSelected}
            onCheckedChange={(checked, event) => actions.onSelect(row, checked, event.shiftKey)}
          />
        </span>
      )}
      <span role="gridcell" className={styles.key}>
        {row.key}
      </span>
      <span role="gridcell" className={styles.name}>
        {isRenaming ? (
          <InlineTitle
            of={`case:${row.id}`}
            label={`Rename ${row.key}`}
            initial={{ title: row.title, version: row.version }}
            onSave={(title, seen) => actions.onRename(row, title, seen.version)}
            onClose={actions.onRenamed}
          />
        ) : (
          <PlainLink
            href={href}
            className={styles.link}
            tabIndex={-1}
            draggable={false}
            title={row.title}
            onClick={(event) => actions.onOpen(row, event)}
          >
            {row.title}
          </PlainLink>
        )}
        <Marks of={row} />
      </span>
      <span role="gridcell" className={styles.icons}>
        <AttributeIcon kind="automationStates" id={row.automationState?.id} />
        <AttributeIcon kind="priorities" id={row.priority?.id} />
      </span>
      <span role="gridcell" className={styles.updated}>
        <RelativeTime at={row.lastModifiedAt} />
      </span>
    </div>
  )
}
