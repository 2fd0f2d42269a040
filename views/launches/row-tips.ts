/** Tooltip of a row: the full name, which may be cut, and times. */
import type { LaunchTest } from '../../contract/launches/launch-tests.ts'
import type { Launch } from '../../contract/launches/launches.ts'
import { launchTitle } from '../shared/launch-labels.ts'
import { formatDuration, exactTime } from '../ui/text/time.ts'

export const tipOf = ({ name, className, startTime, finishTime, durationMs }: LaunchTest): string =>
  [name, className, timesOf(startTime, finishTime, durationMs)].filter(Boolean).join('\n')

export const launchTipOf = (launch: Launch): string =>
  [launchTitle(launch), timesOf(launch.startedAt, launch.endedAt, launch.elapsed)].join('\n')

const timesOf = (start: string, end: string | null, ms: number | null): string =>
  [
    `Started ${exactTime(Date.parse(start))}`,
    end === null ? null : `ended ${exactTime(Date.parse(end))}`,
    ms === null ? null : formatDuration(ms),
  ]
    .filter((part) => part !== null)
    .join(', ')
