/** Notices of an editor: a recovered draft, and fields that somebody else saved meanwhile. */
import type { Choice, Collision } from '../../../machines/patterns/form-parts.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Collisions } from './collisions.tsx'
import styles from './collisions.module.css'

export interface Edited<Values> {
  recovered: { at: number | null } | null
  discardDraft: () => void
  collision: Collision<Values> | null
  choose: (part: string, choice: Choice) => void
}

/** Label of a field, and text of one side of a collision. */
export interface PartWords<Values> {
  name: (part: string) => string
  value: (part: string, values: Values) => string
  /** Describes what somebody else changed in a merged field; null for trivial changes. Without it, merged fields are not listed. */
  merged?: (part: string, before: Values, theirs: Values) => string | null
}

interface EditNotesProps<Values> {
  of: Edited<Values>
  words?: PartWords<Values>
  /** False when the form has its own discard button. */
  hasDiscard?: boolean
}

export function EditNotes<Values>({ of, words, hasDiscard = true }: EditNotesProps<Values>) {
  const { recovered, discardDraft, collision, choose } = of
  if (recovered === null && collision === null) return null
  return (
    <div className={styles.notices}>
      {recovered !== null && (
        <div className={styles.recovered} role="note" aria-label="Recovered draft">
          <span>
            Recovered unsaved changes
            {recovered.at !== null && (
              <>
                {' from '}
                <RelativeTime at={recovered.at} />
              </>
            )}
          </span>
          {hasDiscard && (
            <Button size="sm" onClick={discardDraft}>
              Discard
            </Button>
          )}
        </div>
      )}
      {collision !== null && (
        <Collisions
          parts={collision.parts.map((part) => ({
            part,
            name: words?.name(part) ?? part,
            theirs: wordsOf(words, part, collision.theirs),
            mine: wordsOf(words, part, collision.mine),
            choice: collision.chosen[part] ?? null,
          }))}
          merged={mergedWords(words, collision)}
          onChoose={choose}
        />
      )}
    </div>
  )
}

const mergedWords = <Values,>(
  words: PartWords<Values> | undefined,
  { merged = [], base, theirs }: Collision<Values>,
): string[] => {
  const notesOf = words?.merged
  return notesOf === undefined || base === undefined ? [] : merged.flatMap((part) => notesOf(part, base, theirs) ?? [])
}

const wordsOf = <Values,>(words: PartWords<Values> | undefined, part: string, values: Values): string => {
  if (words !== undefined) return words.value(part, values)
  const value = values[part as keyof Values]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Texts for forms of strings, numbers and booleans. */
export const plainWords = <Values extends object>(names: Partial<Record<keyof Values, string>>): PartWords<Values> => ({
  name: (part) => names[part as keyof Values] ?? part,
  value: (part, values) => {
    const value = values[part as keyof Values] as unknown
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  },
})
