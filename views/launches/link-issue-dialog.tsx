/** Links failed tests to an issue of the team's tracker; they count as a known issue from then on (ISSUES rows). */
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useId, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { IssueId, type LaunchTest } from '../../contract/launch-tests.ts'
import { TEXTS } from '../../contract/texts.ts'
import { formDialog, isSubmitting } from '../../machines/form-dialog.ts'
import { messageOf } from '../../services/api-error.ts'
import { useApplication, useProject } from '../app/context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InlineProblem } from '../ui/inline-problem.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toasts.ts'
import { countWords } from '../app/launch-words.ts'

type Link = { issueId: string; isRemoved: boolean }

const errorOf = ({ issueId, isRemoved }: Link): { issueId?: string } => {
  if (isRemoved) return {}
  if (issueId.trim() === '') return { issueId: TEXTS.required }
  const read = IssueId.safeParse(issueId)
  return read.success ? {} : { issueId: read.error.issues[0]?.message ?? TEXTS.error }
}

export type LinkIssueDialogProps = { tests: readonly LaunchTest[]; onDone: () => void; onClose: () => void }

export function LinkIssueDialog({ tests, onDone, onClose }: LinkIssueDialogProps) {
  const { launches } = useApplication()
  const { key } = useProject()
  const formId = useId()
  const linked = tests.find(({ issueReferences }) => issueReferences.length > 0)?.issueReferences[0]?.id ?? ''
  const machine = useMemo(
    () =>
      formDialog<Link>({ validate: errorOf }).provide({
        actors: {
          submit: fromPromise<unknown, { values: Link }>(({ input: { values } }) => {
            const ids = tests.map(({ id }) => id)
            const launchId = tests[0]?.launchId ?? 0
            return launches.linkIssue(key, launchId, ids, values.isRemoved ? null : values.issueId.trim())
          }),
        },
      }),
    [launches, key, tests],
  )
  const form = useActorRef(machine, { input: { initial: { issueId: linked, isRemoved: false }, draft: null } })
  const snapshot = useSelector(form, (one) => one)
  const { values, errors, failure } = snapshot.context
  useEffect(() => {
    const done = form.on('form/done', () => {
      const { isRemoved } = form.getSnapshot().context.values
      toast.success(isRemoved ? 'Issue was unlinked' : 'Issue was linked')
      onDone()
      onClose()
    })
    return () => done.unsubscribe()
  }, [form, onDone, onClose])
  return (
    <Dialog
      title={`Link ${tests.length === 1 ? 'issue' : `${countWords(tests.length, 'test')} to an issue`}`}
      onClose={onClose}
      footer={
        <>
          {linked !== '' && (
            <Button
              variant="danger"
              onClick={() => {
                form.send({ type: 'form/changed', values: { isRemoved: true } })
                form.send({ type: 'form/submit' })
              }}
            >
              Unlink
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isPending={isSubmitting(snapshot)}>
            Link
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          form.send({ type: 'form/submit' })
        }}
      >
        <TextField
          label="Issue"
          description="Its key or number in your tracker, such as SHOP-2214, or its full URL"
          value={values.issueId}
          error={errors.issueId}
          onValueChange={(issueId) => form.send({ type: 'form/changed', values: { issueId, isRemoved: false } })}
        />
        <InlineProblem>{failure !== null && messageOf(failure)}</InlineProblem>
      </form>
    </Dialog>
  )
}
