import { FolderPlus, Store } from 'lucide-react'
import { useMay } from '../application/context.tsx'
import { AuthPage } from '../shared/auth/auth-page.tsx'
import { NOTE, STEPS } from './steps.ts'
import styles from './session.module.css'

/** Chooses the first project: the demo or an own one. */
export function ChoiceStep({ onDemo, onOwn }: { onDemo: () => void; onOwn: () => void }) {
  const may = useMay()
  return (
    <AuthPage
      title="Choose your first project"
      lead="You can add the other one later."
      steps={{ names: STEPS, current: 1 }}
      note={NOTE}
    >
      <div className={styles.done}>
        {may.isOn('test-case-management') && (
          <button type="button" className={styles.choice} onClick={onDemo}>
            <Store aria-hidden />
            <span>
              <b>Demo project</b>
              <span>A sample shop with six weeks of results to look around in. Delete it at any time.</span>
            </span>
          </button>
        )}
        <button type="button" className={styles.choice} onClick={onOwn}>
          <FolderPlus aria-hidden />
          <span>
            <b>Own project</b>
            <span>Name it, and connect your tests.</span>
          </span>
        </button>
      </div>
    </AuthPage>
  )
}
