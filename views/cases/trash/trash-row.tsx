/** A deleted case in the list (TRASH-12 to TRASH-14). */
import { RotateCcw, Trash2 } from 'lucide-react'
import type { TrashedCase } from '../../../contract/cases/trash.ts'
import { RowCheckbox } from '../../ui/controls/checkbox.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { AttributeIcon } from '../../shared/cases/attribute-icon.tsx'
import { Marks } from '../../shared/cases/marks.tsx'
import styles from './trash.module.css'

export interface TrashRowProps {
  row: TrashedCase
  href: string
  isSelected: boolean
  isOpen: boolean
  onSelect: (isSelected: boolean, withRange: boolean) => void
  onRestore: () => void
  onPurge: () => void
}

export function TrashRow({ row, href, isSelected, isOpen, onSelect, onRestore, onPurge }: TrashRowProps) {
  const by = row.deletedBy === null ? null : row.deletedBy.displayName || row.deletedBy.username
  return (
    <li className={styles.row} data-selected={isSelected || undefined} data-open={isOpen || undefined}>
      <RowCheckbox
        label={`Select ${row.key}`}
        checked={isSelected}
        onCheckedChange={(isChosen, event) => onSelect(isChosen, event.shiftKey)}
      />
      <span className={styles.key}>{row.key}</span>
      <PlainLink href={href} className={styles.title}>
        {row.title}
      </PlainLink>
      <span className={styles.marks}>
        <Marks of={row} />
        <AttributeIcon kind="automationStates" id={row.automationState?.id} />
        <AttributeIcon kind="priorities" id={row.priority?.id} />
      </span>
      <small className={styles.when}>
        <RelativeTime at={row.deletedAt} />
        {by !== null && ` by ${by}`}
      </small>
      <span className={styles.acts}>
        <IconButton size="sm" label={`Restore ${row.key}`} onClick={onRestore}>
          <RotateCcw aria-hidden />
        </IconButton>
        <IconButton size="sm" label={`Purge ${row.key}`} onClick={onPurge}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}
