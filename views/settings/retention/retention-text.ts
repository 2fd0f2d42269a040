import {
  bytesOf,
  type KeepReason,
  type RetentionPart,
  type RetentionPreview,
  type StoredAmounts,
} from '../../../contract/settings/retention.ts'
import { formatSize } from '../../ui/text/format-size.ts'
import { formatCount } from '../../ui/text/figures.ts'

/** Whether anything is deleted. */
export const deletesAny = ({ deleted }: RetentionPreview): boolean =>
  deleted.launches + deleted.logLines + deleted.attachments + deleted.videos + deleted.media > 0

/** '12 launches, 3,400 log lines, 120 files, 1.2 GB'; null for nothing. */
export const formatAmounts = (amounts: StoredAmounts): string | null => {
  const { launches, logLines, attachments, videos, media } = amounts
  const parts = [
    ...(launches > 0 ? [formatCount(launches, 'launch', 'launches')] : []),
    ...(logLines > 0 ? [formatCount(logLines, 'log line')] : []),
    ...(attachments > 0 ? [formatCount(attachments, 'attachment')] : []),
    ...(videos > 0 ? [formatCount(videos, 'video')] : []),
    ...(media > 0 ? [formatCount(media, 'exploratory file')] : []),
  ]
  return parts.length === 0 ? null : [...parts, formatSize(bytesOf(amounts))].join(', ')
}

const REASONS: Record<KeepReason, (count: string, isOne: boolean) => string> = {
  inProgress: (count, isOne) => `${count} in progress ${isOne ? 'stays' : 'stay'}`,
  pinned: (count, isOne) => `${count} ${isOne ? 'stays: it is' : 'stay: they are'} pinned`,
  milestone: (count, isOne) => `${count} of a milestone ${isOne ? 'stays' : 'stay'}`,
  publicLink: (count, isOne) => `${count} with a public link ${isOne ? 'stays' : 'stay'}`,
  flakyRules: (count, isOne) => `${count} ${isOne ? 'stays' : 'stay'}: the rules for flaky tests look at the results`,
  quarantine: (count, isOne) =>
    `${count} ${isOne ? 'stays' : 'stay'}: tests in quarantine ran in ${isOne ? 'it' : 'them'}`,
}

/** '2 launches stay: they are pinned'. */
export const keptText = ({ reason, launches }: RetentionPreview['kept'][number]): string =>
  REASONS[reason](formatCount(launches, 'launch', 'launches'), launches === 1)

export const PART_LABELS: Record<RetentionPart, string> = {
  launches: 'Launches',
  logs: 'Logs',
  attachments: 'Attachments',
  videos: 'Videos',
  media: 'Media of exploratory sessions',
}

const KEPT_LAUNCHES: Record<KeepReason, string> = {
  inProgress: 'launches in progress',
  pinned: 'pinned launches',
  milestone: 'launches of milestones',
  publicLink: 'launches with a public link',
  flakyRules: 'launches that the rules for flaky tests look at',
  quarantine: 'launches with runs of tests in quarantine',
}

const AND = new Intl.ListFormat('en', { type: 'conjunction' })

/** 'Logs will still take 5.0 GB, more than their limit of 4.0 GB, because pinned launches and launches in progress stay'. */
export const unreachedText = ({ part, maxBytes, bytes, reasons }: RetentionPreview['unreached'][number]): string => {
  const staying =
    part === 'media' ? 'media of open sessions' : AND.format(reasons.map((reason) => KEPT_LAUNCHES[reason]))
  return `${PART_LABELS[part]} will still take ${formatSize(bytes)}, more than their limit of ${formatSize(maxBytes)}, because ${staying} stay`
}
