/** Links failed tests, or a cause of failures, to a tracker issue, which makes them known issues (ISSUES rows). */
import { useId, useState } from 'react'
import { z } from 'zod/mini'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { IssueId, type LaunchTest, linkIssue, seenOf, SeenTest } from '../../../contract/launches/launch-tests.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { formatCount } from '../../ui/text/figures.ts'
import styles from '../launch-dialogs.module.css'
import { type FoundIssue, searchIssues, TRACKER_KEYS } from '../../../contract/launches/issues.ts'
import { listEnabledIntegrations } from '../../../contract/workspace/integrations.ts'
import { SearchedPicker } from '../../shared/pickers/searched-picker.tsx'
import { NoTracker } from './tracker-hint.tsx'

type Link = { issueId: string; isRemoved: boolean }

const errorOf = ({ issueId, isRemoved }: Link): { issueId?: string } => {
  if (isRemoved) return {}
  if (issueId.trim() === '') return { issueId: TEXTS.required }
  const read = IssueId.safeParse(issueId)
  return read.success ? {} : { issueId: read.error.issues[0]?.message ?? TEXTS.error }
}

export type LinkIssueDialogProps = { tests: readonly LaunchTest[]; onDone: () => void; onClose: () => void }

export function LinkIssueDialog({ tests, onDone, onClose }: LinkIssueDialogProps) {
  const { sendRead } = useApplication()
  const { key } = useProject()
  // Tests as they were when the dialog was opened: others may change them meanwhile.
  const [seen, setSeen] = useState(() => tests.map(seenOf))
  const [theirs, setTheirs] = useState<readonly string[]>([])
  return (
    <IssueDialog
      name={`link-issue:${tests.map(({ id }) => id).join()}`}
      count={tests.length}
      linked={tests.find(({ issueReferences }) => issueReferences.length > 0)?.issueReferences[0]?.id ?? ''}
      link={async (issueId) => {
        await sendRead(linkIssue, {
          params: { projectKey: key, launchId: tests[0]?.launchId ?? 0 },
          body: { ids: seen.map(({ id }) => id), issueId, seen: [...seen] },
        })
        toast.success(issueId === null ? 'Issue was unlinked' : 'Issue was linked')
        onDone()
      }}
      theirs={theirs}
      onRefused={(error) => {
        const current = changedIn(error)
        setTheirs(current.flatMap(({ issueId }) => issueId ?? []))
        // The next press knows what it replaces.
        setSeen(seen.map((one) => current.find(({ id }) => id === one.id) ?? one))
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
  /** Issues that another user has linked meanwhile. */
  theirs?: readonly string[]
  onRefused?: (error: unknown) => void
  onClose: () => void
}

const NONE: readonly string[] = []

export function IssueDialog({ name, count, linked, link, theirs = NONE, onRefused, onClose }: IssueDialogProps) {
  const formId = useId()
  const of = useForm<Link, unknown>({
    name,
    initial: { issueId: linked, isRemoved: false },
    validate: errorOf,
    submit: ({ issueId, isRemoved }) => link(isRemoved ? null : issueId.trim()),
    onRefused,
    onDone: onClose,
  })
  const { form, field, change, submit, isPending, problem } = of
  return (
    <EditorDialog
      title={`Link ${count === 1 ? 'issue' : `${formatCount(count, 'test')} to an issue`}`}
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
        <InlineProblem>
          {problem !== undefined && theirs.length > 0
            ? `${problem} Now linked to ${[...new Set(theirs)].join(', ')}.`
            : problem}
        </InlineProblem>
      </form>
    </EditorDialog>
  )
}

const Changed = z.object({ items: z.array(SeenTest) })

/** Returns the tests that have changed since they were seen, as they are now. */
const changedIn = (error: unknown): readonly SeenTest[] => {
  const parsed = error instanceof ApiError && error.code === ERROR_CODES.stale && Changed.safeParse(error.current)
  return parsed !== false && parsed.success ? parsed.data.items : []
}

/** Searches issues in the connected trackers; without one, says what to connect. */
function IssueSearch({ onChoose }: { onChoose: (issueId: string) => void }) {
  const { send } = useApplication()
  const { key } = useProject()
  const { value } = useResource(async () => (await send(listEnabledIntegrations)).items.map((one) => one.key))
  if (value === null) return null
  if (!value.some((one) => TRACKER_KEYS.some((tracker) => tracker === one))) return <NoTracker />
  const search = async (q: string, signal: AbortSignal) => {
    if (q.trim() === '') return { items: [], hasMore: false }
    const { items, problems } = await send(searchIssues, {
      params: { projectKey: key },
      query: { q: q.trim() },
      signal,
    })
    if (items.length === 0 && problems[0] !== undefined) throw new Error(problems[0])
    return {
      items: items.map((issue, place): FoundIssue & { id: number } => ({ ...issue, id: place })),
      hasMore: false,
    }
  }
  return (
    <SearchedPicker
      className={styles.list}
      label="Issues found"
      searchLabel="Search the tracker"
      isSearched
      search={search}
      none="Type words of its title, its key or its address"
      noMatch="No issue matches"
      optionOf={({ key: issueKey, title, status }) => ({
        label: `${issueKey} ${title}`,
        aside: status === '' ? undefined : status,
      })}
      onChoose={({ issueId }) => onChoose(issueId)}
    />
  )
}
