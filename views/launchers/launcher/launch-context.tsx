/** State of a relaunch for the launcher's page: the original launch, and the tests to run again. */
import { RotateCw } from 'lucide-react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import styles from '../../shared/launchers/schedules.module.css'

const contextIn = (state: unknown): string | null => {
  const context = (state as { launchContext?: unknown } | null)?.launchContext
  return typeof context === 'string' && context !== '' ? context : null
}

/** Stored in the history entry: survives a reload, and other pages do not see it. */
export function useLaunchContext() {
  const [path, navigate] = useLocation()
  const launchContext = contextIn(useHistoryState<unknown>())
  const drop = () => {
    if (launchContext !== null) navigate(path + window.location.search, { replace: true, state: null })
  }
  return { launchContext, drop }
}

const testsIn = (context: string): number | null => {
  try {
    return (JSON.parse(context) as { testIds?: unknown[] }).testIds?.length ?? null
  } catch {
    return null
  }
}

export function RelaunchNote({ context, onDrop }: { context: string; onDrop: () => void }) {
  const count = testsIn(context)
  return (
    <div className={styles.relaunch}>
      <Banner icon={<RotateCw aria-hidden />} actions={<Button onClick={onDrop}>Start a new launch instead</Button>}>
        Launch runs {count === null ? 'all tests' : count === 1 ? 'one test' : `${count} tests`} of the earlier launch
        again. Its results are overwritten; logs and screenshots are kept.
      </Banner>
    </div>
  )
}
