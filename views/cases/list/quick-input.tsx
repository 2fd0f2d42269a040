/** Adds cases by title: Enter saves and continues, Escape leaves. Unsaved text is restored when it opens again. */
import { useActorRef, useSelector } from '@xstate/react'
import { Plus, X } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { quickCase, type CreatedCase } from '../../../machines/cases/quick-case.machine.ts'
import type { PlacedSuite } from '../../../machines/cases/repository-layout.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject } from '../../boot/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import { useDraftKeeper } from '../../shared/forms/use-draft-keeper.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { toast } from '../../ui/toasts.ts'
import { useUndo } from '../undo/use-undo-history.ts'
import { useCases } from '../../shared/cases/use-cases.ts'
import styles from './repository-list.module.css'

export interface QuickInputProps {
  suite: Pick<PlacedSuite, 'id' | 'title' | 'own'>
  onCreated: (testCase: TestCase) => void
  onClose: () => void
}

const reveal = (input: HTMLElement | null) => input?.closest('[role=row]')?.scrollIntoView({ block: 'nearest' })

export function QuickInput({ suite, onCreated, onClose }: QuickInputProps) {
  const { key } = useProject()
  const cases = useCases()
  const history = useUndo()
  const latest = useLatest({ onCreated, history })
  const keeper = useDraftKeeper(`quick-case:${key}:${suite.id}`)
  const machine = useMemo(
    () =>
      quickCase.provide({
        actors: {
          create: fromPromise<CreatedCase, { title: string }>(async ({ input: { title } }) => {
            const operationId = crypto.randomUUID()
            const testCase = (await cases.create(key, { testSuiteId: suite.id, title, operationId })).data
            latest().history.changed(`${testCase.key} was created`, { kind: 'operation', operationId })
            return { testCase }
          }),
        },
      }),
    [cases, key, suite.id, latest],
  )
  const actor = useActorRef(machine, { input: { draft: '' } })
  const typed = useSelector(actor, (snapshot) => snapshot.context.typed)
  const isSaving = useSelector(actor, (snapshot) => snapshot.matches('saving'))
  const input = useRef<HTMLInputElement>(null)
  // Each added case moves the field down.
  const { own } = suite
  useEffect(() => {
    if (own >= 0 && document.activeElement === input.current) reveal(input.current)
  }, [own])
  useEffect(() => {
    const subscriptions = [
      actor.on('draft/changed', ({ title }) => {
        if (title === '') keeper.dropped()
        else keeper.changed({ title })
      }),
      actor.on('case/created', ({ testCase }) => latest().onCreated(testCase)),
      actor.on('case/refused', ({ error }) => toast.error(messageOf(error) || TEXTS.error)),
    ]
    const restore = async () => {
      const title = (await keeper.load())?.['title']
      if (typeof title === 'string' && actor.getSnapshot().context.typed === '')
        actor.send({ type: 'title/typed', title })
    }
    void restore()
    input.current?.focus({ preventScroll: true })
    reveal(input.current)
    return () => subscriptions.forEach((one) => one.unsubscribe())
  }, [actor, keeper, latest])
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
