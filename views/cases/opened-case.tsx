/** Shows the case of the address beside the list, or over it (TREE-28, TREE-30). */
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { openedCase } from '../../machines/cases/opened-case.machine.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { Banner } from '../ui/layout/banner.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { ProblemState } from '../ui/layout/empty-state.tsx'
import { ResizablePane } from '../ui/layout/resizable-pane.tsx'
import { CasePreview, loadPreview, PreviewSkeleton } from './preview/when-opened.tsx'

export interface OpenedCaseProps {
  preview: ActorRefFrom<typeof openedCase>
  tab: string | null
  /** Window width. */
  width: number
  isBeside: boolean
  canWrite: boolean
  href: string
  onTab: (tab: string | null) => void
  onClose: () => void
}

const DEFAULT_PX = 400
const MIN_PX = 380

export function OpenedCase({ preview, width, isBeside, ...rest }: OpenedCaseProps) {
  const { caseId, testCase, failure } = useSelector(preview, (state) => state.context)
  const isDeleted = useSelector(preview, (state) => state.matches('deleted'))
  const isFailed = useSelector(preview, (state) => state.matches('failed'))
  const isOpened = caseId !== null && caseId >= 1
  useEffect(() => {
    // Code and case load in parallel. The preview reports a failed load.
    if (isOpened) loadPreview().catch(() => undefined)
  }, [isOpened])
  if (!isOpened) return null
  const content = isFailed ? (
    <ProblemState title="The test case did not load" onRetry={() => preview.send({ type: 'case/retry' })}>
      {messageOf(failure)}
    </ProblemState>
  ) : testCase === null ? (
    <PreviewSkeleton />
  ) : (
    <>
      {isDeleted && <Banner>This test case was deleted.</Banner>}
      <CasePreview testCase={testCase} isInDialog={!isBeside} {...rest} />
    </>
  )
  if (!isBeside)
    return (
      <Dialog title={testCase?.key ?? 'Test case'} width="medium" onClose={rest.onClose}>
        {content}
      </Dialog>
    )
  const max = Math.max(MIN_PX, Math.floor(width * 0.4))
  return (
    <ResizablePane
      name="cases-preview"
      label="Preview"
      side="end"
      initialWidth={Math.min(DEFAULT_PX, max)}
      minWidth={MIN_PX}
      maxWidth={max}
    >
      {content}
    </ResizablePane>
  )
}
