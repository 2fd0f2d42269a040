import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import type { RetentionPolicy, RetentionPreview } from '../../../contract/settings/retention.ts'
import { retentionSave } from '../../../machines/settings/retention-save.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { PreviewText, readPreview } from './retention-preview.tsx'
import { deletesAny } from './retention-text.ts'

/** Calls `save` once the user has confirmed what the policy deletes. Render `dialog`. */
export function useConfirmedSave(save: () => void) {
  const { key } = useProject()
  const { send: sendCall } = useApplication()
  const [machine] = useState(() =>
    retentionSave<RetentionPolicy, RetentionPreview>({ deletes: deletesAny }).provide({
      actors: {
        preview: fromPromise<RetentionPreview, { policy: RetentionPolicy | null }>(({ input: { policy }, signal }) => {
          if (policy === null) throw new Error('there is no policy to save')
          return readPreview(sendCall, key, policy, signal)
        }),
      },
    }),
  )
  const [snapshot, send, actor] = useMachine(machine)
  useEmitted(actor, {
    'save/confirmed': () => save(),
    'save/failed': ({ error }) => toast.error(messageOf(error)),
  })
  const { preview } = snapshot.context
  return {
    ask: (policy: RetentionPolicy) => send({ type: 'save/ask', policy }),
    isChecking: snapshot.matches('checking'),
    dialog: snapshot.matches('asking') && preview !== null && (
      <ConfirmDialog
        title="Save and delete results?"
        confirmLabel="Save"
        onConfirm={() => send({ type: 'save/confirm' })}
        onClose={() => send({ type: 'save/cancel' })}
      >
        <PreviewText preview={preview} />
        <p>The run begins within a minute. This cannot be undone.</p>
      </ConfirmDialog>
    ),
  }
}
