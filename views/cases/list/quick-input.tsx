/** Adds cases by title: Enter saves and continues, Escape leaves. Unsaved text is restored when it opens again. */
import { useActorRef, useSelector } from '@xstate/react'
import { Plus, X } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { z } from 'zod/mini'
import { createTestCase, type TestCase } from '../../../contract/cases/cases.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { quickCase, type CreatedCase, type RestoredTitles } from '../../../machines/cases/quick-case.machine.ts'
import type { PlacedSuite } from '../../../machines/cases/repository-layout.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import type { DraftKeeper } from '../../shared/forms/form-drafts.ts'
import { useDraftKeeper } from '../../shared/forms/use-draft-keeper.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Kbd } from '../../ui/controls/kbd.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useUndo } from '../undo/use-undo-history.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import styles from './repository-list.module.css'

export interface QuickInputProps {
  suite: Pick<PlacedSuite, 'id' | 'title' | 'own'>
  onCreated: (testCase: TestCase) => void
  onClose: () => void
}

const Kept = z.object({ titles: z.array(z.string()) })

const keptTitles = async (keeper: DraftKeeper): Promise<readonly string[]> => {
  const parsed = Kept.safeParse(await keeper.load())
  return parsed.success ? parsed.data.titles : []
}

const keepTitles = (keeper: DraftKeeper, titles: readonly string[]): void => {
  if (titles.length === 0) keeper.dropped()
  else keeper.changed({ titles })
}

const without = (titles: readonly string[], title: string): readonly string[] =>
  titles.includes(title) ? titles.toSpliced(titles.indexOf(title), 1) : titles

const reveal = (input: HTMLElement | null) => input?.closest('[role=row]')?.scrollIntoView({ block: 'nearest' })

export function QuickInput({ suite, onCreated, onClose }: QuickInputProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const history = useUndo()
  const latest = useLatest(history)
  const keeper = useDraftKeeper(`quick-case:${key}:${suite.id}`)
  const machine = useMemo(
    () =>
      quickCase.provide({
        actors: {
          restore: fromPromise<RestoredTitles>(async () => ({ titles: await keptTitles(keeper) })),
          create: fromPromise<CreatedCase, { title: string }>(async ({ input: { title }, signal }) => {
            const operationId = crypto.randomUUID()
            const testCase = (
              await send(createTestCase, {
                params: { projectKey: key },
                body: { testSuiteId: suite.id, title, operationId },
              })
            ).data
            // The field was closed meanwhile: the machine, which would note it, is stopped.
            if (signal.aborted) keepTitles(keeper, without(await keptTitles(keeper), title))
            latest().changed(`${testCase.key} was created`, { kind: 'operation', operationId })
            return { testCase }
          }),
        },
      }),
    [send, key, suite.id, keeper, latest],
  )
  const actor = useActorRef(machine)
  const typed = useSelector(actor, (snapshot) => snapshot.context.typed)
  const isSaving = useSelector(actor, (snapshot) => snapshot.matches('saving'))
  const input = useRef<HTMLInputElement>(null)
  // Each added case moves the field down.
  const { own } = suite
  useEffect(() => {
    if (own >= 0 && document.activeElement === input.current) reveal(input.current)
  }, [own])
  useEmitted(actor, {
    'draft/changed': ({ titles }) => keepTitles(keeper, titles),
    'case/created': ({ testCase }) => onCreated(testCase),
    'case/refused': ({ error }) => toast.error(messageOf(error) || TEXTS.error),
  })
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    reveal(input.current)
  }, [])
  return (
    <form
      className={styles.quick}
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'title/submitted' })
      }}
    >
      <Plus aria-hidden />
      <input
        ref={input}
        aria-label={`Title of a new test case in ${suite.title}`}
        placeholder={TEXTS.caseTitlePlaceholder}
        maxLength={LIMITS.caseTitle}
        autoComplete="off"
        aria-busy={isSaving || undefined}
        value={typed}
        onChange={(event) => actor.send({ type: 'title/typed', title: event.target.value })}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') onClose()
        }}
      />
      <span className={styles.hint}>Save and keep editing</span>
      <Kbd keys="↵" />
      <IconButton size="sm" label="Close" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </form>
  )
}
