/** Parts of a form that two people wrote differently: both sides are shown, and one of each is chosen. */
import { SegmentedControl } from '../../ui/segmented-control.tsx'
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
  parts: readonly CollidingPart[]
  onChoose: (part: string, choice: 'mine' | 'theirs') => void
}

export function Collisions({ parts, onChoose }: CollisionsProps) {
  return (
    <section className={styles.collisions} aria-label="Changed meanwhile">
      <p role="alert">Somebody else saved these values. Review and merge: choose which to keep, then save again.</p>
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
