/** The same fields, written by two people: both are shown, and one of each is chosen. */
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { useVocabulary } from '../vocabulary.tsx'
import { usePeople } from './people.tsx'
import { fieldName, valueWords, type Content } from './value-words.ts'
import styles from './case-form.module.css'

export interface CollisionsProps {
  fields: readonly string[]
  theirs: Content
  mine: Content
  isMine: (field: string) => boolean
  onChoose: (field: string, isMine: boolean) => void
}

export function Collisions({ fields, theirs, mine, isMine, onChoose }: CollisionsProps) {
  const known = { vocabulary: useVocabulary(), people: usePeople() }
  return (
    <section className={styles.collisions} aria-label="Changed meanwhile">
      <p role="alert">Somebody else changed these values. Choose which to keep, then save again.</p>
      {fields.map((field) => {
        const name = fieldName(field, known)
        return (
          <div key={field} className={styles.collision}>
            <header>
              <strong>{name}</strong>
              <SegmentedControl
                label={`What stays of ${name}`}
                size="sm"
                segments={[
                  { value: 'theirs', label: 'Theirs' },
                  { value: 'mine', label: 'Mine' },
                ]}
                value={isMine(field) ? 'mine' : 'theirs'}
                onValueChange={(value) => onChoose(field, value === 'mine')}
              />
            </header>
            <div className={styles.sides}>
              <p className={styles.side} data-chosen={!isMine(field) || undefined}>
                <b>Theirs</b>
                {valueWords(field, theirs, known) || 'Nothing'}
              </p>
              <p className={styles.side} data-chosen={isMine(field) || undefined}>
                <b>Mine</b>
                {valueWords(field, mine, known) || 'Nothing'}
              </p>
            </div>
          </div>
        )
      })}
    </section>
  )
}
