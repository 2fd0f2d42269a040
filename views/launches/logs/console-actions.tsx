/** Actions on the console of an attempt: display options, reload, download. */
import { Download, RefreshCw } from 'lucide-react'
import { createConsoleFileService } from '../../../services/launchers/console-file.ts'
import { useProject } from '../../application/context.tsx'
import { serviceOf } from '../../application/service-of.ts'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { saveFile } from '../../ui/files/save-file.ts'
import { useShortcut } from '../../ui/controls/shortcuts.ts'
import styles from './launch-logs.module.css'
import type { ConsoleViewState } from './use-console-view.ts'

const useConsoleFile = serviceOf(({ token }) =>
  createConsoleFileService(token, (address, init) => fetch(address, init)),
)

interface ConsoleActionsProps {
  launchId: number
  attemptUuid: string
  lines: ConsoleViewState
  onRefresh: () => void
}

export function ConsoleActions({ launchId, attemptUuid, lines: { view, send }, onRefresh }: ConsoleActionsProps) {
  const { key } = useProject()
  const readFile = useConsoleFile()
  const download = useSingleAction({
    perform: (withTimes: boolean) => readFile(key, launchId, attemptUuid, withTimes),
    onDone: (_, { file, name }) => saveFile(file, name),
  })
  const switchTimes = () => send({ type: 'times/switched' })
  const switchWrap = () => send({ type: 'wrap/switched' })
  useShortcut({ keys: 'Shift+T', label: 'Show or hide times', group: 'This page', run: switchTimes })
  useShortcut({ keys: 'W', label: 'Wrap long lines or not', group: 'This page', run: switchWrap })
  return (
    <div className={styles.actions}>
      <Button
        size="sm"
        variant="quiet"
        className={styles.times}
        aria-pressed={view.hasTimes}
        data-tip="Show times"
        data-keys="Shift+T"
        onClick={switchTimes}
      >
        Times
      </Button>
      <Button
        size="sm"
        variant="quiet"
        aria-pressed={view.isWrapped}
        data-tip="Wrap long lines"
        data-keys="W"
        onClick={switchWrap}
      >
        Wrap
      </Button>
      <IconButton size="sm" label="Refresh" onClick={onRefresh}>
        <RefreshCw aria-hidden />
      </IconButton>
      <IconButton
        size="sm"
        label="Download this log"
        isPending={download.isRunning}
        onClick={() => download.start(view.hasTimes)}
      >
        <Download aria-hidden />
      </IconButton>
    </div>
  )
}
