/** States of the editor pages without a form: loading, failed. */
import { useSelector } from '@xstate/react'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { Page } from '../../shared/page/page.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { EditorSkeleton } from './editor-skeleton.tsx'
import type { RunEditorRef } from './use-run-editor.ts'

export function RunEditorFace({ editor, title }: { editor: RunEditorRef; title: string }) {
  const isFailed = useSelector(editor, (state) => state.matches('failed'))
  const failure = useSelector(editor, ({ context }) => context.failure)
  if (!isFailed) return <EditorSkeleton title={title} />
  return (
    <Page title={title} hasRule>
      {failure instanceof ApiError && failure.status === 404 ? (
        <EmptyState title={RUN_TEXTS.notFound}>It may have been deleted.</EmptyState>
      ) : (
        <ProblemState title="The test run did not load" onRetry={() => editor.send({ type: 'editor/retry' })}>
          {messageOf(failure)}
        </ProblemState>
      )}
    </Page>
  )
}
