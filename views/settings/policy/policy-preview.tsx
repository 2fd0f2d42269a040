import { useActorRef, useSelector } from '@xstate/react'
import { useState, type ReactNode } from 'react'
import { fromCallback, fromPromise, type AnyEventObject } from 'xstate'
import { rulesPreview } from '../../../machines/launches/rules-preview.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from './policy.module.css'

interface PolicyPreviewProps<Policy, Preview> {
  form: { values: Policy; follow: (changed: (values: Policy) => void) => () => void }
  /** Resolves with a preview that continues the partial one. */
  apply: (policy: Policy, partial: Preview | null, signal: AbortSignal) => Promise<Preview>
  isComplete?: (preview: Preview) => boolean
  children: (preview: Preview) => ReactNode
}

/** Applies the policy of a form as it is edited, and dims the preview while it is of an earlier edit. `apply` is fixed at mount. */
export function PolicyPreview<Policy, Preview>(props: PolicyPreviewProps<Policy, Preview>) {
  const { form, apply, isComplete = () => true, children } = props
  const [machine] = useState(() =>
    rulesPreview<Policy, Preview>({ isComplete }).provide({
      actors: {
        form: fromCallback<AnyEventObject>(({ sendBack }) =>
          form.follow((rules) => sendBack({ type: 'rules/changed', rules })),
        ),
        apply: fromPromise<Preview, { rules: Policy; partial: Preview | null }>(({ input, signal }) =>
          apply(input.rules, input.partial, signal),
        ),
      },
    }),
  )
  const actor = useActorRef(machine, { input: { rules: form.values } })
  const snapshot = useSelector(actor, (state) => state)
  const { preview, failure } = snapshot.context
  if (snapshot.matches('failed'))
    return (
      <ProblemState title="The preview did not load" onRetry={() => actor.send({ type: 'rules/retry' })}>
        {messageOf(failure)}
      </ProblemState>
    )
  if (preview === null) return <Skeleton height={64} />
  return (
    <div className={styles.preview} aria-live="polite" data-old={snapshot.matches('applied') ? undefined : ''}>
      {children(preview)}
    </div>
  )
}
