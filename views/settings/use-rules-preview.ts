import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { fromCallback, fromPromise, type AnyEventObject } from 'xstate'
import { rulesPreview } from '../../machines/launches/rules-preview.machine.ts'

interface RulesPreviewOptions<Rules, Preview> {
  form: { values: Rules; follow: (changed: (values: Rules) => void) => () => void }
  /** Resolves with a preview that continues the partial one. */
  apply: (rules: Rules, partial: Preview | null, signal: AbortSignal) => Promise<Preview>
  isComplete: (preview: Preview) => boolean
}

/** Applies the rules of a form as they are edited. The first render's options count. */
export function useRulesPreview<Rules, Preview>({ form, apply, isComplete }: RulesPreviewOptions<Rules, Preview>) {
  const [machine] = useState(() =>
    rulesPreview<Rules, Preview>({ isComplete }).provide({
      actors: {
        form: fromCallback<AnyEventObject>(({ sendBack }) =>
          form.follow((rules) => sendBack({ type: 'rules/changed', rules })),
        ),
        apply: fromPromise<Preview, { rules: Rules; partial: Preview | null }>(({ input, signal }) =>
          apply(input.rules, input.partial, signal),
        ),
      },
    }),
  )
  const actor = useActorRef(machine, { input: { rules: form.values } })
  const snapshot = useSelector(actor, (state) => state)
  return {
    preview: snapshot.context.preview,
    failure: snapshot.context.failure,
    hasFailed: snapshot.matches('failed'),
    /** The preview is complete, and of the form's rules. */
    isCurrent: snapshot.matches('applied'),
    retry: () => actor.send({ type: 'rules/retry' }),
  }
}
