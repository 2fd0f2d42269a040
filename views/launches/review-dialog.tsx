/** Reviews a launch with a comment (REVIEW rows). */
import { useId } from 'react'
import { Launch, reviewLaunch } from '../../contract/launches/launches.ts'
import { TEXTS } from '../../contract/texts.ts'
import { getChatTargets } from '../../contract/notifications/rules.ts'
import { useApplication, useProject, useResource } from '../application/context.tsx'
import { plainLabels } from '../shared/forms/edit-notes.tsx'
import { EditorButtons, EditorDialog } from '../shared/forms/editor-dialog.tsx'
import { storedAs, useForm } from '../shared/forms/form.tsx'
import { launchTitle } from '../shared/launch-labels.ts'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import styles from './launch-dialogs.module.css'
import { commentError } from './review-comment.ts'

const commentOf = ({ comments }: Launch) => ({ comment: comments ?? '', notify: false })
const LABELS = plainLabels<ReturnType<typeof commentOf>>({ comment: 'Comment' })

export function ReviewDialog({ launch, onDone, onClose }: { launch: Launch; onDone: () => void; onClose: () => void }) {
  const { sendRead } = useApplication()
  const { key } = useProject()
  const formId = useId()
  const of = useForm({
    name: `review:${launch.id}`,
    initial: commentOf(launch),
    validate: ({ comment }) => commentError(comment),
    submit: ({ comment, notify }, { base }) =>
      sendRead(reviewLaunch, {
        params: { projectKey: key, launchId: launch.id },
        body: { comment, notify, expected: { comment: base.comment } },
      }),
    stored: storedAs(Launch, commentOf),
    onDone: () => {
      toast.success(TEXTS.launchReviewed)
      onDone()
      onClose()
    },
  })
  const { value: targets } = useResource(() =>
    sendRead(getChatTargets, { params: { projectKey: key, launchId: launch.id } }),
  )
  const { form, field, values, change, isDirty, isPending, problem, submit } = of
  const error = commentError(values.comment).comment
  // REVIEW-04 to 06.
  const isReady = values.comment.trim() !== '' && isDirty && error === undefined
  const isKnown = launch.reviewed || (launch.comments ?? '') !== ''
  return (
    <EditorDialog
      title={isKnown ? 'Reviewed' : 'Review'}
      of={of}
      labels={LABELS}
      onClose={onClose}
      renderFooter={(cancel) => (
        <EditorButtons action="Submit" form={formId} isDisabled={!isReady} isPending={isPending} cancel={cancel} />
      )}
    >
      <form {...form} id={formId} className={styles.share}>
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
        {/* REVIEW-09: only when a user would receive it. */}
        {targets !== null && targets.count > 0 && (
          <Checkbox
            checked={values.notify}
            onCheckedChange={(notify) => change({ notify })}
            description={targets.count === 1 ? 'To 1 chat channel' : `To ${targets.count} chat channels`}
          >
            Post the review
          </Checkbox>
        )}
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}
