/** Fields that two users changed differently: shows both sides to choose from. */
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import styles from './collisions.module.css'

export interface CollidingPart {
  part: string
  name: string
  theirs: string
  mine: string
  /** Null: not chosen yet. */
  choice: 'mine' | 'theirs' | null
}

export interface CollisionsProps {
  /** Empty when everything merged. */
  parts: readonly CollidingPart[]
  /** Other changes by another user that are merged into the form already. */
  merged?: readonly string[]
  onChoose: (part: string, choice: 'mine' | 'theirs') => void
}

export function Collisions({ parts, merged = [], onChoose }: CollisionsProps) {
  return (
    <section className={styles.collisions} aria-label="Changed meanwhile">
      <p role="alert">
        {parts.length > 0
          ? 'Somebody else saved these values. Review and merge: choose which to keep, then save again.'
          : 'Somebody else saved changes. They are merged with yours: review them, then save again.'}
      </p>
      {merged.length > 0 && (
        <div className={styles.merged}>
          <span aria-hidden>Changed by them, and in the form already:</span>
          <ul aria-label="Changed by somebody else">
            {merged.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      {parts.map(({ part, name, theirs, mine, choice }) => (
        <div key={part} className={styles.collision}>
          <header>
            <strong>{name}</strong>
            <SegmentedControl
              label={`What to keep of ${name}`}
              size="sm"
              segments={[
                { value: 'theirs', label: 'Theirs' },
                { value: 'mine', label: 'Mine' },
              ]}
              value={choice}
              onValueChange={(chosen) => onChoose(part, chosen)}
            />
          </header>
          <div className={styles.sides}>
            <p className={styles.side} data-chosen={choice === 'theirs' || undefined}>
              <b>Theirs</b>
              {theirs || 'Empty'}
            </p>
            <p className={styles.side} data-chosen={choice === 'mine' || undefined}>
              <b>Mine</b>
              {mine || 'Empty'}
            </p>
          </div>
        </div>
      ))}
    </section>
  )
}
