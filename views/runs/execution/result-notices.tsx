/** Results of this device that the server did not record, and that no listed case shows. */
import type { LeftOut } from '../../../store/projections/run-events.ts'
import type { UndecidedCommand } from '../../../store/projections/runs.ts'
import { CopyTextButton } from '../../shared/unsent/copy-text-button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { runUnsentTexts } from '../unsent-texts.ts'
import type { Statuses } from './statuses.ts'
import { Undecided } from './undecided.tsx'

interface ResultNoticesProps {
  undecided: readonly UndecidedCommand[]
  statuses: Statuses
  /** Results that the server skipped. */
  leftOut: readonly LeftOut[]
  onDismissLeftOut: () => void
}

const LISTED = 10

const leftOutText = ({ caseKey, caseId, status }: LeftOut): string =>
  [caseKey ?? `case ${caseId}`, status].filter(Boolean).join(' ')

export function ResultNotices({ undecided, statuses, leftOut, onDismissLeftOut }: ResultNoticesProps) {
  return (
    <>
      {undecided.map((one) => (
        <Banner key={one.key} kind="blocked" actions={<Undecided undecided={one} statuses={statuses} />}>
          <b>{runUnsentTexts.what(one.command, one.hints)}</b> Not accepted: {one.refusal.message}
        </Banner>
      ))}
      {leftOut.length > 0 && (
        <Banner
          actions={
            <>
              <CopyTextButton text={leftOut.map(leftOutText).join('\n')} />
              <Button size="sm" onClick={onDismissLeftOut}>
                Dismiss
              </Button>
            </>
          }
        >
          <b>{leftOut.length === 1 ? '1 result was not recorded' : `${leftOut.length} results were not recorded`}</b>{' '}
          because the cases were removed from this run: {leftOut.slice(0, LISTED).map(leftOutText).join(', ')}
        </Banner>
      )}
    </>
  )
}
