/** Conflict on an entry that another user has saved: both sides to choose from. */
import { useState, type ReactNode } from 'react'
import type { SavedBy } from '../../../contract/settings/held-list.ts'
import type { Choice } from '../../../contract/settings/held-edits.ts'
import type { Conflict } from '../../../machines/patterns/held-editor/held-fold.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RadioGroup, RadioOption } from '../../ui/forms/radio-group.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { conflictLabel } from './held-text.ts'
import styles from './held.module.css'

export interface HeldConflictProps<Entry> {
  conflict: Conflict<Entry>
  savedBy: SavedBy
  /** The name, as the page renders it. */
  title: ReactNode
  /** Renders these fields of one side. */
  values: (entry: Entry, fields: readonly string[]) => ReactNode
  onSettle: (choice: Choice) => void
}

export function HeldConflict<Entry>({ conflict, savedBy, title, values, onSettle }: HeldConflictProps<Entry>) {
  const [choice, setChoice] = useState<Choice>('mine')
  const { mine, theirs, fields, isMoved } = conflict
  const side = (entry: Entry | null) =>
    entry === null ? (
      <span>deleted it</span>
    ) : (
      <>
        {fields.length > 0 && values(entry, fields)}
        {fields.length === 0 && !isMoved && <span>keeps it</span>}
        {isMoved && <span>{entry === mine ? 'moved it here' : 'moved it elsewhere'}</span>}
      </>
    )
  return (
    <div className={styles.conflict}>
      <div className={styles.conflictHead}>
        {title}
        <span className={styles.conflictMark}>Conflict</span>
        <span className={styles.conflictWho}>
          {conflictLabel(conflict, savedBy === null ? 'somebody else' : savedBy.name)}
          {savedBy !== null && (
            <>
              , <RelativeTime at={savedBy.at} />
            </>
          )}
        </span>
      </div>
      <div className={styles.sides}>
        <RadioGroup
          label="Which one to keep"
          hideLabel
          className={styles.choice}
          value={choice}
          onValueChange={setChoice}
        >
          {(['mine', 'theirs'] as const).map((one) => (
            <RadioOption key={one} value={one} className={styles.side}>
              <span className={styles.sideText}>
                <b>{one === 'mine' ? 'Yours' : theirsOf(savedBy)}</b>
                {side(one === 'mine' ? mine : theirs)}
              </span>
            </RadioOption>
          ))}
        </RadioGroup>
        <Button size="sm" onClick={() => onSettle(choice)}>
          {choice === 'mine' ? 'Use yours' : 'Use theirs'}
        </Button>
      </div>
    </div>
  )
}

const theirsOf = (savedBy: SavedBy): string => {
  const first = savedBy?.name.split(' ')[0]
  return first === undefined ? 'Theirs' : `${first}’s`
}
