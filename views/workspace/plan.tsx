/** What the workspace's edition holds: each feature with what hangs on it, and its switch. */
import { useState } from 'react'
import { FEATURES, type Feature } from '../../contract/access.ts'
import { FEATURE_WORDS } from '../../contract/workspace/feature-words.ts'
import { TEXTS } from '../../contract/texts.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useApplication, useMay, useSession } from '../boot/context.tsx'
import { Page } from '../shared/page/page.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './plan.module.css'
import { SwitchOff } from './switch-off.tsx'

export function Plan() {
  const { workspace } = useSession()
  const { isOn } = useMay()
  const { switchOn, underWay } = useSwitchingOn()
  const [leaving, setLeaving] = useState<Feature | null>(null)
  return (
    <Page title="Plan and features" documentTitle={`Plan and features · ${workspace.name}`} hasRule isPadded>
      <div className={styles.column}>
        <p className={styles.lead}>
          {workspace.features.length} of {FEATURES.length} features are on. Applies to everyone in the workspace.
          Turning a feature off deletes nothing.
        </p>
        <ul className={styles.features} aria-label="Features">
          {FEATURES.map((feature) => {
            const { name, gates } = FEATURE_WORDS[feature]
            return (
              <li key={feature} className={styles.feature}>
                <div className={styles.words}>
                  <label htmlFor={feature}>{name}</label>
                  <span id={`${feature}-gates`}>{gates}</span>
                </div>
                <Switch
                  id={feature}
                  aria-describedby={`${feature}-gates`}
                  checked={isOn(feature) || underWay.has(feature)}
                  aria-busy={underWay.has(feature) || undefined}
                  onCheckedChange={(on) => (on ? switchOn(feature) : setLeaving(feature))}
                />
              </li>
            )
          })}
        </ul>
      </div>
      {leaving !== null && <SwitchOff feature={leaving} onClose={() => setLeaving(null)} />}
    </Page>
  )
}

/** On at once, with no question asked: it takes nothing from anybody. */
function useSwitchingOn() {
  const { workspace, session } = useApplication()
  const [underWay, setUnderWay] = useState<ReadonlySet<Feature>>(new Set())
  const turn = async (feature: Feature) => {
    try {
      const features = await workspace.switchFeature(feature, true)
      session.send({ type: 'features/changed', features })
      toast.success(TEXTS.featureSwitched(FEATURE_WORDS[feature].name, true))
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setUnderWay((now) => new Set([...now].filter((one) => one !== feature)))
    }
  }
  const switchOn = (feature: Feature) => {
    if (underWay.has(feature)) return
    setUnderWay((now) => new Set(now).add(feature))
    void turn(feature)
  }
  return { switchOn, underWay }
}
