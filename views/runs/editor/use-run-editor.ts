import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { fromPromise, type ActorRefFrom } from 'xstate'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { runEditor, type LeftTo, type ReadRun, type RunEditorMode } from '../../../machines/runs/run-editor.machine.ts'
import type { RerunOutcome } from '../../../machines/runs/run-values.ts'
import { useProject } from '../../application/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import { testRunHref } from '../../shared/routes.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { runsHref } from '../address.ts'

export type RunEditorRef = ActorRefFrom<typeof runEditor>

interface RunEditorOptions {
  mode: RunEditorMode
  outcome?: RerunOutcome
  read?: () => Promise<ReadRun>
}

/** Machine of one editor page: loads initial values, and navigates when it is left. */
export function useRunEditor({ mode, outcome, read }: RunEditorOptions): RunEditorRef {
  const { key } = useProject()
  const [, navigate] = useLocation()
  const latest = useLatest({ key, navigate, read })
  const machine = useMemo(
    () =>
      runEditor.provide({
        actors: {
          read: fromPromise(async () => (await latest().read?.()) ?? Promise.reject(new Error('nothing to read'))),
        },
        actions: {
          leave: (_, { runId, why }: LeftTo) => {
            if (why === 'saved') toast.success(mode === 'edit' ? RUN_TEXTS.updated : RUN_TEXTS.created)
            const href = runId === null ? runsHref(latest().key) : testRunHref(latest().key, runId)
            // Replaces the history entry: Back must not return to a page that cannot be edited or to an empty form.
            latest().navigate(href, { replace: why === 'closed' || (why === 'saved' && mode !== 'edit') })
          },
        },
      }),
    [latest, mode],
  )
  return useActorRef(machine, { input: { mode, ...(outcome === undefined ? {} : { outcome }) } })
}
