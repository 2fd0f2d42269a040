/** In-place editing of a case: optimistic, saved per field, with collisions. */
import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { z } from 'zod/mini'
import { CaseChanges, StaleCase, updateTestCase, type TestCase } from '../../../contract/cases/cases.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import {
  caseEditing,
  fieldsOf,
  following,
  shownCase,
  type CaseEdit,
  type CaseSave,
  type RestoredEdits,
  type SaveOutcome,
} from '../../../machines/cases/case-editing.machine.ts'
import { livingChanges } from '../../../machines/cases/living-changes.ts'
import { isAlike } from '../../../machines/patterns/form-parts.ts'
import { definitionsOf } from '../../../services/cases/cases.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { useProject, useSession, useApplication } from '../../application/context.tsx'
import { mayHaveDrafts, type DraftKeeper } from '../../shared/forms/form-drafts.ts'
import { useDraftKeeper } from '../../shared/forms/use-draft-keeper.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { useUndo } from '../undo/use-undo-history.ts'
import { useVocabulary } from '../../shared/cases/vocabulary.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { fieldName, type Known } from '../../shared/case-fields/format-value.ts'

export interface CaseEditor {
  shown: TestCase
  /** Both sides of a collision. */
  collision: { theirs: TestCase; mine: TestCase; fields: readonly string[] } | null
  /** Why edits of these fields are not saved; `isPostponed`: until the user returns to a collision. */
  unsaved: { reason: string; isPostponed: boolean; fields: readonly string[] } | null
  /** `version`: the version at the start of editing. */
  edit: (changes: CaseChanges, version: number) => void
  settle: (mine: readonly string[]) => void
  postpone: () => void
  retry: () => void
  drop: () => void
  /** Call after the case was saved elsewhere. */
  received: (testCase: TestCase) => void
}

const KeptEdits = z.object({ edits: z.array(z.object({ version: z.int(), changes: CaseChanges })) })

/** Returns the edits that an earlier page could not save; none when another version of the product wrote them. */
const restoredEdits = async (keeper: DraftKeeper): Promise<RestoredEdits> => {
  const parsed = KeptEdits.safeParse(await keeper.load())
  return { edits: parsed.success ? parsed.data.edits : [] }
}

const keepEdits = (keeper: DraftKeeper, edits: readonly CaseEdit[]): void => {
  if (edits.length === 0) keeper.dropped()
  else keeper.changed({ edits })
}

const noteSaved = async (keeper: DraftKeeper, sent: CaseEdit, saved: TestCase): Promise<void> => {
  const { edits } = await restoredEdits(keeper)
  const others = edits.filter((edit) => !isAlike(edit, sent))
  keepEdits(
    keeper,
    others.map((edit) => following(edit, sent, saved)),
  )
}

/** Returns why a save was rejected, with the label of each field that is named. */
const reasonOf = (failure: unknown, { vocabulary }: Pick<Known, 'vocabulary'>): string => {
  const errors = failure instanceof ApiError ? failure.errors : []
  if (errors.length === 0) return messageOf(failure)
  return errors
    .map(({ field, message }) => {
      const [name = '', id = ''] = field.replace(/^changes\./, '').split('.')
      const label = fieldName(name === 'customFields' ? `field:${id}` : name, { vocabulary, people: [] })
      return `${label}: ${message}`
    })
    .join('. ')
}

export function useCaseEditing(testCase: TestCase): CaseEditor {
  const { key } = useProject()
  const { user } = useSession()
  const { send } = useApplication()
  const keeper = useDraftKeeper(`case:edits:${testCase.id}`)
  const machine = useMemo(
    () =>
      caseEditing.provide({
        actors: {
          // Who has never typed anything here does not load the log to read a case.
          restore: fromPromise(() => (mayHaveDrafts(user.id) ? restoredEdits(keeper) : Promise.resolve({ edits: [] }))),
          save: fromPromise<SaveOutcome, CaseSave>(async ({ input: { caseId, edit }, signal }) => {
            try {
              const { data } = await send(updateTestCase, {
                params: { projectKey: key, caseId },
                body: { version: edit.version, changes: edit.changes },
              })
              // The user has left the case meanwhile: the machine, which would note it, is stopped.
              if (signal.aborted) await noteSaved(keeper, edit, data)
              return { kind: 'saved', testCase: data }
            } catch (error) {
              if (error instanceof ApiError && error.status === 400) {
                const living = livingChanges(edit.changes, await definitionsOf(send, key), error.errors)
                if (living.gone.length > 0) return { kind: 'gone', living }
              }
              const stale =
                error instanceof ApiError && error.code === ERROR_CODES.stale && StaleCase.safeParse(error.current)
              if (stale === false || !stale.success) throw error
              return { kind: 'stale', theirs: stale.data.data, collisions: stale.data.collisions }
            }
          }),
        },
      }),
    [send, key, keeper, user.id],
  )
  const [snapshot, dispatch, editing] = useMachine(machine, { input: { testCase } })
  const known = { vocabulary: useVocabulary() }
  const namesOf = (fields: readonly string[]) => fields.map((field) => fieldName(field, { ...known, people: [] }))
  const history = useUndo()
  useEmitted(editing, {
    'edits/changed': ({ edits }) => keepEdits(keeper, edits),
    'values/gone': ({ fields }) => toast.error(TEXTS.removedValues(namesOf(fields))),
    'case/saved': ({ testCase: now, undo }) => {
      const names = namesOf(fieldsOf(undo))
      history.changed(`${now.key}: ${names.join(', ')} changed`, {
        kind: 'case',
        caseId: now.id,
        version: now.version,
        changes: undo,
      })
    },
  })
  useEffect(() => dispatch({ type: 'case/received', testCase }), [testCase, dispatch])
  const { collision, failure, edits } = snapshot.context
  const fields = [...new Set(edits.flatMap(({ changes }) => fieldsOf(changes)))]
  const shown = shownCase(snapshot.context)
  return {
    shown,
    collision:
      snapshot.matches('colliding') && collision !== null
        ? { theirs: collision.theirs, mine: shown, fields: collision.fields }
        : null,
    unsaved: snapshot.matches('failed')
      ? { reason: reasonOf(failure, known), isPostponed: false, fields }
      : snapshot.matches('postponed')
        ? { reason: TEXTS.caseStale, isPostponed: true, fields }
        : null,
    edit: (changes, version) => dispatch({ type: 'case/edited', edit: { version, changes } }),
    settle: (mine) => dispatch({ type: 'collision/settled', mine }),
    postpone: () => dispatch({ type: 'collision/postponed' }),
    retry: () => dispatch({ type: 'edits/retried' }),
    drop: () => dispatch({ type: 'edits/dropped' }),
    received: (now) => dispatch({ type: 'case/received', testCase: now }),
  }
}
