/** A launch is reviewed by saying what was found (REVIEW rows). */
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useId, useMemo } from 'react'
import { fromPromise } from 'xstate'
import type { Launch } from '../../contract/launches.ts'
import { TEXTS } from '../../contract/texts.ts'
import { formDialog, isSubmitting } from '../../machines/form-dialog.ts'
import { messageOf } from '../../services/api-error.ts'
import { useApplication, useProject } from '../app/context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InlineProblem } from '../ui/inline-problem.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toast } from '../ui/toasts.ts'
import { launchTitle } from '../app/launch-words.ts'
import { commentError } from './review-comment.ts'

type Review = { comment: string }

export function ReviewDialog({ launch, onDone, onClose }: { launch: Launch; onDone: () => void; onClose: () => void }) {
  const { launches } = useApplication()
  const { key } = useProject()
  const formId = useId()
  const machine = useMemo(
    () =>
      formDialog<Review, Launch>({ validate: ({ comment }) => commentError(comment) }).provide({
        actors: {
          submit: fromPromise<Launch, { values: Review }>(({ input }) =>
            launches.review(key, launch.id, input.values.comment),
          ),
        },
      }),
    [launches, key, launch.id],
  )
  const form = useActorRef(machine, { input: { initial: { comment: launch.comments ?? '' }, draft: null } })
  const snapshot = useSelector(form, (one) => one)
  useEffect(() => {
    const done = form.on('form/done', () => {
      toast.success(TEXTS.launchReviewed)
      onDone()
      onClose()
    })
    return () => done.unsubscribe()
  }, [form, onDone, onClose])
  const { values, isDirty, failure } = snapshot.context
  const error = commentError(values.comment).comment
  // REVIEW-04 to 06.
  const isReady = values.comment.trim() !== '' && isDirty && error === undefined
  const isKnown = launch.reviewed || (launch.comments ?? '') !== ''
  return (
    <Dialog
      title={isKnown ? 'Reviewed' : 'Review'}
      onClose={onClose}
      closesOnScrim={!isDirty}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} disabled={!isReady} isPending={isSubmitting(snapshot)}>
            Submit
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) form.send({ type: 'form/submit' })
        }}
      >
        <TextArea
          label="Comment"
          description={`Summarise ${launchTitle(launch)} for your team.`}
          rows={6}
          value={values.comment}
          error={error}
          onValueChange={(comment) => form.send({ type: 'form/changed', values: { comment } })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
        />
        <InlineProblem>{failure !== null && messageOf(failure)}</InlineProblem>
      </form>
    </Dialog>
  )
}
