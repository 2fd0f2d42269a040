/** An unrecorded result of a run that was closed: stays on this device to be copied or discarded. */
import type { ResultDraft } from '../../../machines/runs/result-draft.machine.ts'
import { useResource } from '../../boot/context.tsx'
import { CopyTextButton } from '../../shared/unsent/copy-text-button.tsx'
import { useDraftKeeper } from '../../shared/forms/use-draft-keeper.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { Statuses } from './statuses.ts'
import { draftNameOf } from './use-result-draft.ts'

interface UnrecordedResultProps {
  runId: number
  caseId: number
  statuses: Statuses
}

export function UnrecordedResult({ runId, caseId, statuses }: UnrecordedResultProps) {
  const keeper = useDraftKeeper(draftNameOf(runId, caseId))
  const { value, change } = useResource(async () => ({ draft: (await keeper.load()) as Partial<ResultDraft> | null }))
  const words = value === null || value.draft === null ? '' : wordsOf(value.draft, statuses)
  if (words === '') return null
  const discard = () => {
    keeper.dropped()
    change({ draft: null })
  }
  return (
    <Banner
      actions={
        <>
          <CopyTextButton text={words} />
          <Button size="sm" variant="quiet" onClick={discard}>
            Discard
          </Button>
        </>
      }
    >
      <b>Your result was not recorded:</b> {words}
    </Banner>
  )
}

const wordsOf = ({ statusId, comment = '', steps = {} }: Partial<ResultDraft>, statuses: Statuses): string =>
  [statusId == null ? '' : statuses.of(statusId).name, comment, ...Object.values(steps).map((step) => step.comment)]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' – ')
