/** Settings pages of one policy: a form, and beside it what the policy does. */
import { useState, type ReactNode } from 'react'
import type { z } from 'zod/mini'
import type { Submission } from '../../../machines/patterns/form-dialog.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useMay, useProject, useResource } from '../../application/context.tsx'
import { EditNotes, type PartLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { SettingsPage } from '../settings-page.tsx'
import styles from './policy.module.css'

interface PolicyPageProps<Policy> {
  title: string
  actions?: ReactNode
  load: () => Promise<Policy>
  children: (policy: Policy, onOver: (saved: Policy | null) => void) => ReactNode
}

/** Loads a policy and renders its form, which starts over when `onOver` reports that it was saved, or discarded (null). */
export function PolicyPage<Policy>({ title, actions, load, children }: PolicyPageProps<Policy>) {
  const { value, failure, isLoading, retry, change } = useResource(load)
  const [round, setRound] = useState(0)
  return (
    <SettingsPage title={title} actions={actions}>
      {value === null && failure !== null && (
        <ProblemState title={`${title} did not load`} onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {value === null && failure === null && <Skeleton height={240} />}
      {value !== null && (
        <div key={round} className={styles.page}>
          {children(value, (saved) => {
            if (saved !== null) change(saved)
            setRound(round + 1)
          })}
        </div>
      )}
    </SettingsPage>
  )
}

interface PolicyFormOptions<Policy> {
  /** Name of the form's draft within the project. */
  name: string
  policy: Policy
  schema: z.ZodMiniType<Policy>
  save: (edit: Pick<Submission<Policy>, 'changes' | 'expected'>) => Promise<Policy>
  /** Text after a save. */
  savedText: string
  onOver: (saved: Policy | null) => void
}

export function usePolicyForm<Policy extends Record<string, unknown>>(options: PolicyFormOptions<Policy>) {
  const { name, policy, schema, save, savedText, onOver } = options
  const { key } = useProject()
  return useForm<Policy, Policy>({
    name: `${name}:${key}`,
    initial: policy,
    schema,
    stored: storedAs(schema, (stored) => stored),
    submit: (_, edit) => save(edit),
    onDone: (saved) => {
      toast.success(savedText)
      onOver(saved)
    },
  })
}

interface PolicyFormProps<Policy extends Record<string, unknown>> {
  of: ReturnType<typeof usePolicyForm<Policy>>
  labels: PartLabels<Policy>
  onDiscarded: () => void
  /** Replaces the form's own submit. */
  onSave?: () => void
  isPending?: boolean
  /** Fields. */
  children: ReactNode
}

export function PolicyForm<Policy extends Record<string, unknown>>(props: PolicyFormProps<Policy>) {
  const { of, labels, onDiscarded, onSave = of.submit, isPending = of.isPending, children } = props
  const canWrite = useMay().inProject('settings:write')
  return (
    <form
      {...of.form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <EditNotes of={of} labels={labels} hasDiscard={false} />
      {children}
      <InlineProblem>{of.problem}</InlineProblem>
      {!canWrite && <p className={styles.note}>You can try values here. Administrators and managers can save them.</p>}
      {canWrite && (
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" disabled={!of.isDirty} isPending={isPending}>
            Save
          </Button>
          {of.isDirty && (
            <Button
              onClick={() => {
                void of.giveUp().then(onDiscarded)
              }}
            >
              Discard
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

export function PolicyIntro({ children }: { children: ReactNode }) {
  return <p className={styles.wide}>{children}</p>
}
