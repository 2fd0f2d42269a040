/** Features of the workspace's edition with their dependencies and switches. */
import { useState } from 'react'
import { type Feature, FEATURES } from '../../contract/access.ts'
import { FEATURE_LABELS } from '../../contract/workspace/feature-labels.ts'
import { TEXTS } from '../../contract/texts.ts'
import { switchFeature } from '../../contract/workspace/features.ts'
import { useApplication, useMay, useSession } from '../application/context.tsx'
import { useOptimistic } from '../shared/forms/use-optimistic.ts'
import { Switch } from '../ui/controls/switch.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import styles from './plan.module.css'
import { Seats } from './seats-form.tsx'
import { Usage } from './billing/usage.tsx'
import { WorkspacePage } from '../shared/settings/workspace-page.tsx'
import { useConfirmedAction } from '../shared/forms/confirmed-action.ts'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'

export function Plan() {
  const { workspace } = useSession()
  const [leaving, setLeaving] = useState<Feature | null>(null)
  return (
    <WorkspacePage title="Plan and features">
      <div className={styles.column}>
        <Seats />
        <Usage />
        <h2 className={styles.heading}>Features</h2>
        <p className={styles.lead}>
          {workspace.features.length} of {FEATURES.length} features are on. Applies to everyone in the workspace.
          Turning a feature off deletes nothing.
        </p>
        <ul className={styles.features} aria-label="Features">
          {FEATURES.map((feature) => {
            const { name, gates } = FEATURE_LABELS[feature]
            return (
              <li key={feature} className={styles.feature}>
                <div className={styles.words}>
                  <label htmlFor={feature}>{name}</label>
                  <span id={`${feature}-gates`}>{gates}</span>
                </div>
                <FeatureSwitch feature={feature} onOff={() => setLeaving(feature)} />
              </li>
            )
          })}
        </ul>
      </div>
      {leaving !== null && <SwitchOff feature={leaving} onClose={() => setLeaving(null)} />}
    </WorkspacePage>
  )
}

/** Switching on needs no confirmation because it takes nothing away; `onOff` asks. */
function FeatureSwitch({ feature, onOff }: { feature: Feature; onOff: () => void }) {
  const { session, send } = useApplication()
  const { isOn } = useMay()
  const { shown, isSaving, set } = useOptimistic({
    source: isOn(feature),
    read: (on) => on,
    save: async (on) => {
      const features = (await send(switchFeature, { params: { feature }, body: { on } })).features
      session.send({ type: 'features/changed', features })
    },
    onSaved: (on) => toast.success(TEXTS.featureSwitched(FEATURE_LABELS[feature].name, on)),
  })
  return (
    <Switch
      id={feature}
      aria-describedby={`${feature}-gates`}
      checked={shown}
      aria-busy={isSaving || undefined}
      onCheckedChange={(on) => (on ? set(true) : onOff())}
    />
  )
}

/** Asks first, because others may be working on a page of the feature. */
function SwitchOff({ feature, onClose }: { feature: Feature; onClose: () => void }) {
  const { session, send } = useApplication()
  const { name, gates } = FEATURE_LABELS[feature]
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
