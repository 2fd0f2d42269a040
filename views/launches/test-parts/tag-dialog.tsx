/** Assigns a failure tag to failed tests; the machine makes the calls. */
import { useSelector } from '@xstate/react'
import { failureTagOf } from '../../../contract/launches/failure-tags.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { RadioGroup, RadioOption } from '../../ui/forms/radio-group.tsx'
import { TagChip } from './tag-chip.tsx'
import styles from './tag-dialog.module.css'
import type { FailureTagsById } from './use-failure-tags.ts'
import type { TagAssignmentRef } from './use-tag-assignment.ts'

export function TagDialog({ assignment, tags }: { assignment: TagAssignmentRef; tags: FailureTagsById }) {
  const { tests, tagId } = useSelector(assignment, (snapshot) => snapshot.context)
  const isPending = useSelector(assignment, (snapshot) => snapshot.matches('assigning'))
  const current = new Set(tests.map((test) => failureTagOf(test)?.tagId))
  const suggested = tests.filter((test) => failureTagOf(test)?.userFeedbackRequired === true)
  const offered = [...tags.values()].filter(({ id, enabled }) => enabled || current.has(id))
  // What is being assigned cannot be called back: the dialog stays until the answer.
  const close = () => {
    if (!isPending) assignment.send({ type: 'tags/cancel' })
  }
  return (
    <Dialog
      title={tests.length === 1 ? 'Assign failure tag' : `Assign failure tag to ${formatCount(tests.length, 'test')}`}
      width="small"
      onClose={close}
      closesOnScrim={!isPending}
      footer={
        <>
          <Button
            aria-disabled={isPending || undefined}
            title={isPending ? 'The tag is being assigned' : undefined}
            onClick={close}
          >
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={tagId === null}
            isPending={isPending}
            onClick={() => assignment.send({ type: 'tags/save' })}
          >
            Save
          </Button>
        </>
      }
    >
      <RadioGroup
        label="Failure tag"
        disabled={isPending}
        value={tagId === null ? '' : String(tagId)}
        onValueChange={(value) => assignment.send({ type: 'tag/chosen', tagId: Number(value) })}
      >
        {offered.map((tag) => (
          <RadioOption key={tag.id} value={String(tag.id)}>
            <TagChip tag={tag} />
          </RadioOption>
        ))}
      </RadioGroup>
      {suggested.length > 0 && (
        <p className={styles.note}>
          {suggested.length === tests.length
            ? 'The tag was assigned automatically'
            : `The tag of ${formatCount(suggested.length, 'test')} was assigned automatically`}
          . To keep it says that it is right, to change it says that it is wrong.
        </p>
      )}
    </Dialog>
  )
}
