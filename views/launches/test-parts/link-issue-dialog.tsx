/** Links failed tests, or a cause of failures, to a tracker issue, which makes them known issues (ISSUES rows). */
import { useId } from 'react'
import { IssueId, type LaunchTest } from '../../../contract/launches/launch-tests.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useApplication, useProject } from '../../boot/context.tsx'
import { EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/button.tsx'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { countWords } from '../../shared/launch-words.ts'
import styles from '../launch-dialogs.module.css'
import { IssueSearch } from './issue-search.tsx'

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
  const ids = tests.map(({ id }) => id)
  return (
    <IssueDialog
      name={`link-issue:${ids.join()}`}
      count={tests.length}
      linked={tests.find(({ issueReferences }) => issueReferences.length > 0)?.issueReferences[0]?.id ?? ''}
      link={async (issueId) => {
        await launches.linkIssue(key, tests[0]?.launchId ?? 0, ids, issueId)
        toast.success(issueId === null ? 'Issue was unlinked' : 'Issue was linked')
        onDone()
      }}
      onClose={onClose}
    />
  )
}

interface IssueDialogProps {
  /** Name of the draft. */
  name: string
  /** Number of tests that are linked. */
  count: number
  /** Issue that they are linked to; empty for none. */
  linked: string
  /** Null unlinks. */
  link: (issueId: string | null) => Promise<void>
  onClose: () => void
}

export function IssueDialog({ name, count, linked, link, onClose }: IssueDialogProps) {
  const formId = useId()
  const of = useForm<Link, unknown>({
    name,
    initial: { issueId: linked, isRemoved: false },
    validate: errorOf,
    submit: ({ issueId, isRemoved }) => link(isRemoved ? null : issueId.trim()),
    onDone: onClose,
  })
  const { form, field, change, submit, isPending, problem } = of
  return (
    <EditorDialog
      title={`Link ${count === 1 ? 'issue' : `${countWords(count, 'test')} to an issue`}`}
      of={of}
      onClose={onClose}
      renderFooter={(cancel) => (
        <>
          {linked !== '' && (
            <Button
              variant="danger"
              onClick={() => {
                change({ isRemoved: true })
                submit()
              }}
            >
              Unlink
            </Button>
          )}
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isPending={isPending}>
            Link
          </Button>
        </>
      )}
    >
      <form {...form} id={formId} className={styles.share}>
        <TextField
          {...field('issueId')}
          label="Issue"
          description="Its key or number in your tracker, such as SHOP-2214, or its full URL"
          onValueChange={(issueId) => change({ issueId, isRemoved: false })}
        />
        <IssueSearch onChoose={(issueId) => change({ issueId, isRemoved: false })} />
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}
