import { switchFeature } from '../../contract/workspace/features.ts'
import type { Feature } from '../../contract/access.ts'
import { FEATURE_WORDS } from '../../contract/workspace/feature-words.ts'
import { TEXTS } from '../../contract/texts.ts'
import { useConfirmedAction } from '../shared/forms/confirmed-action.ts'
import { useApplication } from '../application/context.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { toast } from '../ui/toasts/toasts.ts'

/** Asks first, because others may be working on a page of the feature. */
export function SwitchOff({ feature, onClose }: { feature: Feature; onClose: () => void }) {
  const { session, send } = useApplication()
  const { name, gates } = FEATURE_WORDS[feature]
  const { isPending, failure, confirm } = useConfirmedAction(
    async () => {
      const features = (await send(switchFeature, { params: { feature }, body: { on: false } })).features
      session.send({ type: 'features/changed', features })
    },
    () => {
      toast.success(TEXTS.featureSwitched(name, false))
      onClose()
    },
  )
  return (
    <ConfirmDialog
      title={`Switch ${name} off?`}
      confirmLabel="Switch off"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{gates}</p>
      <p>
        Applies to everyone in the workspace immediately. No data is deleted; it is back when you turn the feature on.
      </p>
    </ConfirmDialog>
  )
}
