/** A launch is reviewed by saying what was found (REVIEW rows). */
import { useId } from 'react'
import { Launch } from '../../contract/launches/launches.ts'
import { TEXTS } from '../../contract/texts.ts'
import { useApplication, useProject } from '../boot/context.tsx'
import { plainWords } from '../shared/forms/edit-notes.tsx'
import { EditorDialog } from '../shared/forms/editor-dialog.tsx'
import { storedAs, useForm } from '../shared/forms/form.tsx'
import { launchTitle } from '../shared/launch-words.ts'
import { Button } from '../ui/button.tsx'
import { InlineProblem } from '../ui/inline-problem.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toast } from '../ui/toasts.ts'
import { commentError } from './review-comment.ts'

const commentOf = ({ comments }: Launch) => ({ comment: comments ?? '' })
const WORDS = plainWords<ReturnType<typeof commentOf>>({ comment: 'Comment' })

export function ReviewDialog({ launch, onDone, onClose }: { launch: Launch; onDone: () => void; onClose: () => void }) {
  const { launches } = useApplication()
  const { key } = useProject()
  const formId = useId()
  const of = useForm({
    name: `review:${launch.id}`,
    initial: commentOf(launch),
    validate: ({ comment }) => commentError(comment),
    submit: ({ comment }, { base }) => launches.review(key, launch.id, comment, base.comment),
    stored: storedAs(Launch, commentOf),
    onDone: () => {
      toast.success(TEXTS.launchReviewed)
      onDone()
      onClose()
    },
  })
  const { form, field, values, isDirty, isPending, problem, submit } = of
  const error = commentError(values.comment).comment
  // REVIEW-04 to 06.
  const isReady = values.comment.trim() !== '' && isDirty && error === undefined
  const isKnown = launch.reviewed || (launch.comments ?? '') !== ''
  return (
    <EditorDialog
      title={isKnown ? 'Reviewed' : 'Review'}
      of={of}
      words={WORDS}
      onClose={onClose}
      renderFooter={(cancel) => (
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} disabled={!isReady} isPending={isPending}>
            Submit
          </Button>
        </>
      )}
    >
      <form {...form} id={formId}>
        <TextArea
          {...field('comment')}
          label="Comment"
          description={`Summarise ${launchTitle(launch)} for your team.`}
          rows={6}
          error={error}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) submit()
          }}
        />
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}
