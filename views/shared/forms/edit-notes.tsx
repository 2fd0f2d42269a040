/** Notices of an editor: a recovered draft, fields that another user saved meanwhile, and the end of what is edited. */
import type { Choice, Collision } from '../../../machines/patterns/form-parts.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { CopyTextButton } from '../unsent/copy-text-button.tsx'
import { Collisions } from './collisions.tsx'
import styles from './collisions.module.css'

export interface Edited<Values> {
  recovered: { at: number | null } | null
  discardDraft: () => void
  collision: Collision<Values> | null
  choose: (part: string, choice: Choice) => void
  isPending?: boolean
  /**
   * Why nothing can be saved any more: the edited thing was deleted, or the right to change it was lost. With the changed parts, to be copied.
   * Null while it can be saved.
   */
  ended?: { reason: string; values: Values; parts: readonly string[] } | null
}

/** Label of a field, and text of one side of a collision. */
export interface PartLabels<Values> {
  name: (part: string) => string
  value: (part: string, values: Values) => string
  /** Describes what another user changed in a merged field; null for trivial changes. Without it, merged fields are not listed. */
  merged?: (part: string, before: Values, theirs: Values) => string | null
}

interface EditNotesProps<Values> {
  of: Edited<Values>
  labels?: PartLabels<Values>
  /** False when the form has its own discard button. */
  hasDiscard?: boolean
}

export function EditNotes<Values>({ of, labels, hasDiscard = true }: EditNotesProps<Values>) {
  const { recovered, discardDraft, collision, choose, isPending = false, ended = null } = of
  if (recovered === null && collision === null && ended === null) return null
  const text = ended === null ? '' : typedText(labels, ended.parts, ended.values)
  return (
    <div className={styles.notices}>
      {ended !== null && (
        <div className={styles.recovered} role="note" aria-label="Cannot be saved">
          <span>{text === '' ? ended.reason : `${ended.reason} What you typed cannot be saved here.`}</span>
          {text !== '' && <CopyTextButton text={text} />}
        </div>
      )}
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
            <Button
              size="sm"
              aria-disabled={isPending || undefined}
              title={isPending ? 'The changes are being saved' : undefined}
              onClick={discardDraft}
            >
              Discard
            </Button>
          )}
        </div>
      )}
      {collision !== null && (
        <Collisions
          parts={collision.parts.map((part) => ({
            part,
            name: labels?.name(part) ?? part,
            theirs: partText(labels, part, collision.theirs),
            mine: partText(labels, part, collision.mine),
            choice: collision.chosen[part] ?? null,
          }))}
          merged={mergedText(labels, collision)}
          onChoose={choose}
        />
      )}
    </div>
  )
}

const mergedText = <Values,>(
  labels: PartLabels<Values> | undefined,
  { merged = [], base, theirs }: Collision<Values>,
): string[] => {
  const notesOf = labels?.merged
  return notesOf === undefined || base === undefined ? [] : merged.flatMap((part) => notesOf(part, base, theirs) ?? [])
}

/** Texts for forms of strings, numbers and booleans. */
export const plainLabels = <Values extends object>(
  names: Partial<Record<keyof Values, string>>,
): PartLabels<Values> => ({
  name: (part) => names[part as keyof Values] ?? part,
  value: (part, values) => {
    const value = values[part as keyof Values] as unknown
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  },
})

/** Returns one part of a form as text; empty for a value that has none. */
const partText = <Values,>(labels: PartLabels<Values> | undefined, part: string, values: Values): string => {
  if (labels !== undefined) return labels.value(part, values)
  const value = values[part as keyof Values]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Returns the text of these parts, each below its label, to be pasted elsewhere. Without labels, only the text itself. */
const typedText = <Values,>(labels: PartLabels<Values> | undefined, parts: readonly string[], values: Values): string =>
  parts
    .flatMap((part) => {
      const text = partText(labels, part, values).trim()
      return text === '' ? [] : [labels === undefined ? text : `${labels.name(part)}: ${text}`]
    })
    .join('\n')
