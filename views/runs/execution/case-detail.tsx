/** The open case in the version that the run has, its results, and the result bar. */
import { ArrowLeft, ChevronLeft, ChevronRight, Folder, Link2, Triangle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PresentUser } from '../../../contract/runs/presence.ts'
import { adoptCaseVersion, type RunCase, type RunCaseContent } from '../../../contract/runs/run-cases.ts'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { ProjectUser } from '../../../contract/projects/people.ts'
import { livingResult, type ResultDraft, valuesOf } from '../../../machines/runs/result-draft.machine.ts'
import type { RunSuite } from '../../../machines/runs/execution.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import type { RunOverlay } from '../../../store/projections/runs.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { AttributeText } from '../../shared/cases/attribute-icon.tsx'
import { useAttribute, useIsOn, useVocabulary } from '../../shared/cases/vocabulary.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/browser/copy-text.ts'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { HeldPictures } from '../../ui/files/held-pictures.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { DisplayedText } from '../../ui/markdown/text-display.ts'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useShortcut } from '../../ui/controls/shortcuts.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { Attempts } from './attempts.tsx'
import { CaseFields } from './case-fields.tsx'
import { CaseHistory } from './case-history.tsx'
import { CaseSteps } from './case-steps.tsx'
import { CaseVariables } from './case-variables.tsx'
import type { Contents } from './contents.ts'
import { useOfflinePictures } from './offline-runs.ts'
import { ResultForm } from './result-form.tsx'
import type { Statuses } from './statuses.ts'
import { StepNote } from './step-note.tsx'
import { draftNameOf, useResultDraft } from './use-result-draft.ts'
import type { RunVariables } from './use-run-variables.ts'
import styles from './case-detail.module.css'
import { UnsavedDraft } from '../../shared/unsent/unsaved-draft.tsx'

const ChangesDialog = later(() => import('./changes-dialog.tsx').then((m) => m.ChangesDialog))

export interface CaseDetailProps {
  runId: number
  /** As displayed, and as on the server. */
  row: RunCase
  readRow: RunCase
  suites: readonly RunSuite[]
  statuses: Statuses
  people: readonly ProjectUser[]
  overlay: RunOverlay
  present: readonly PresentUser[]
  contents: Contents
  /** Null: references to variables stay as typed. */
  variables: RunVariables | null
  /** Name of the run's environment. */
  environment: string | null
  canWrite: boolean
  position: { at: number; of: number }
  onStep: (by: 1 | -1) => void
  onClose: () => void
  record: (rows: readonly RunCase[], values: ReturnType<typeof valuesOf>) => Promise<void>
  onSaved: (goesOn: boolean) => void
  onAssign: (rows: readonly RunCase[], assigneeId: number | null) => void
  onAnswered: (rows: readonly RunCase[]) => void
}

export function CaseDetail(props: CaseDetailProps) {
  const { row, position, people, present, canWrite, onStep, onClose, onAssign } = props
  const here = present.filter(({ caseId }) => caseId === row.caseId).map(({ user }) => user.name)
  useShortcut({ keys: ']', label: 'Open the next case', group: 'This page', run: () => onStep(1) })
  useShortcut({ keys: '[', label: 'Open the previous case', group: 'This page', run: () => onStep(-1) })
  const assignee = people.find(({ id }) => id === row.assigneeId)
  const copy = async () => {
    if (await copyText(location.href)) toast.success('Link copied to clipboard')
  }
  return (
    <section className={styles.detail} aria-label="Test case">
      <header className={styles.head}>
        <span className={styles.back}>
          <IconButton size="sm" label="Back to the list" onClick={onClose}>
            <ArrowLeft aria-hidden />
          </IconButton>
        </span>
        <span className={styles.key}>{row.key}</span>
        <IconButton size="sm" label="Copy link" onClick={() => void copy()}>
          <Link2 aria-hidden />
        </IconButton>
        <span className={styles.position}>
          {position.at} of {position.of}
        </span>
        <IconButton size="sm" label="Previous case" keys="[" onClick={() => onStep(-1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton size="sm" label="Next case" keys="]" onClick={() => onStep(1)}>
          <ChevronRight aria-hidden />
        </IconButton>
        {here.length > 0 && (
          <output className={styles.here}>
            {here.length === 1 ? `${here[0]} is here` : `${here.length} others are here`}
          </output>
        )}
        <span className={styles.assignee}>
          <small>Assigned to</small>
          {canWrite ? (
            <AssignMenu people={people} assigneeId={row.assigneeId} onAssign={(id) => onAssign([row], id)} />
          ) : (
            <span>{assignee?.name ?? 'Nobody'}</span>
          )}
        </span>
      </header>
      <CaseVariables variables={props.variables} environment={props.environment}>
        <CaseBody {...props} />
      </CaseVariables>
    </section>
  )
}

interface AssignMenuProps {
  people: readonly ProjectUser[]
  assigneeId: number | null
  onAssign: (assigneeId: number | null) => void
}

function AssignMenu({ people, assigneeId, onAssign }: AssignMenuProps) {
  const assignee = people.find(({ id }) => id === assigneeId)
  return (
    <Menu
      label="Assigned to"
      align="end"
      trigger={
        <Button variant="quiet" size="sm" aria-label={`Assigned to ${assignee?.name ?? 'nobody'}`}>
          <Avatar name={assignee?.name ?? null} photoUrl={assignee?.photoUrl ?? null} size={18} />
          {assignee?.name ?? 'Nobody'}
        </Button>
      }
    >
      {people.map(({ id, name }) => (
        <MenuItem key={id} isSelected={id === assigneeId} onSelect={() => onAssign(id)}>
          {name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onAssign(null)}>Nobody</MenuItem>
    </Menu>
  )
}

function CaseBody(props: CaseDetailProps) {
  const { row, contents } = props
  const { value, failure, isLoading, retry, change } = useResource(() => contents.load(row.caseId), {
    remembered: contents.peek(row.caseId),
  })
  if (value === null)
    return isLoading ? (
      <div className={styles.main} aria-busy>
        <Skeleton width={320} />
        <Skeleton width={240} />
      </div>
    ) : (
      <ProblemState title="This test case did not load" onRetry={retry}>
        {failure === null ? 'It is no longer in the run.' : messageOf(failure)}
      </ProblemState>
    )
  return (
    <HeldFiles content={value}>
      <LoadedCase
        {...props}
        content={value}
        onAdopted={(content, adopted) => {
          contents.replace(content)
          change(content)
          props.onAnswered([adopted])
        }}
      />
    </HeldFiles>
  )
}

function HeldFiles({ content, children }: { content: RunCaseContent; children: ReactNode }) {
  return <HeldPictures value={useOfflinePictures(content)}>{children}</HeldPictures>
}

interface LoadedCaseProps extends CaseDetailProps {
  content: RunCaseContent
  onAdopted: (content: RunCaseContent, row: RunCase) => void
}

function LoadedCase(props: LoadedCaseProps) {
  return props.canWrite && props.statuses.given.length > 0 ? <Written {...props} /> : <Face {...props} draft={null} />
}

function Written(props: LoadedCaseProps) {
  const { runId, row, record, onSaved, statuses } = props
  const isGiven = (statusId: number) => statuses.given.some(({ id }) => id === statusId)
  const kept = useResultDraft({
    runId,
    caseId: row.caseId,
    save: async (values: ResultDraft) => {
      const { draft: living, steps } = livingResult(values, isGiven)
      if (living.statusId === null) throw new Error(RUN_TEXTS.statusOff)
      await record([row], valuesOf(living, living.statusId))
      if (steps.length > 0)
        toast.error(TEXTS.removedValues([steps.length === 1 ? 'status of a step' : `status of ${steps.length} steps`]))
    },
    onSaved,
  })
  // A status that was switched off or deleted reads as none.
  const draft = { ...kept, values: livingResult(kept.values, isGiven).draft }
  const isOff = kept.values.statusId !== null && draft.values.statusId === null
  return (
    <>
      <Face {...props} draft={draft} />
      <ResultForm draft={draft} given={statuses.given} isOff={isOff} />
    </>
  )
}

function Face({
  runId,
  row,
  readRow,
  suites,
  statuses,
  people,
  overlay,
  content,
  canWrite,
  draft,
  onAdopted,
}: LoadedCaseProps & { draft: ReturnType<typeof useResultDraft> | null }) {
  const vocabulary = useVocabulary()
  const isOn = useIsOn()
  const priority = useAttribute('priorities', row.priorityId ?? undefined)
  const automation = useAttribute('automationStates', row.automationStateId ?? undefined)
  const path = suites.find(({ id }) => id === row.suiteId)?.path ?? []
  return (
    <div className={styles.body}>
      <div className={styles.main}>
        <h2>
          <DisplayedText>{content.title}</DisplayedText>
        </h2>
        <p className={styles.meta}>
          <span>
            <Folder aria-hidden /> {path.join(' / ')}
          </span>
          {priority !== undefined && isOn('PRIORITY') && (
            <span>
              <AttributeText kind="priorities" id={priority.id} />
            </span>
          )}
          {automation !== undefined && isOn('AUTOMATION_STATE') && (
            <span>
              <AttributeText kind="automationStates" id={automation.id} />
            </span>
          )}
          <span>
            version of <RelativeTime at={content.takenAt} />
          </span>
        </p>
        {!canWrite && <UnrecordedResult runId={runId} caseId={row.caseId} statuses={statuses} />}
        {row.isDeleted ? (
          <Banner>This test case was deleted from the repository. It can still be run here.</Banner>
        ) : (
          row.isChanged && (
            <ChangedNotice
              runId={runId}
              row={row}
              people={people}
              canWrite={canWrite}
              onAdopted={onAdopted}
              content={content}
            />
          )
        )}
        <CaseFields
          content={content}
          vocabulary={vocabulary}
          people={people}
          steps={
            content.steps.length > 0 && (
              <CaseSteps
                steps={content.steps}
                statuses={statuses}
                resultOf={(stepId) => draft?.values.steps[stepId] ?? null}
                renderNote={
                  draft === null ? null : (stepId, number) => <StepNote draft={draft} stepId={stepId} number={number} />
                }
                onSet={
                  draft === null
                    ? null
                    : (stepId, statusId) => draft.actor.send({ type: 'step/changed', stepId, values: { statusId } })
                }
              />
            )
          }
        />
      </div>
      <aside className={styles.side} aria-label="Results">
        <Attempts runId={runId} row={readRow} overlay={overlay} statuses={statuses} />
        <CaseHistory runId={runId} caseId={row.caseId} caseKey={row.key} />
      </aside>
    </div>
  )
}

type ChangedNoticeProps = Pick<LoadedCaseProps, 'runId' | 'row' | 'people' | 'canWrite' | 'onAdopted' | 'content'>

function ChangedNotice({ runId, row, people, canWrite, onAdopted, content }: ChangedNoticeProps) {
  const [isOpen, setOpen] = useState(false)
  const { key } = useProject()
  const { sendKept } = useApplication()
  const adopt = async () => {
    try {
      const { content, row: adopted } = await sendKept(adoptCaseVersion, {
        params: { projectKey: key, runId, caseId: row.caseId },
      })
      onAdopted(content, adopted)
      toast.success('This run now uses the new version')
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <Banner
      icon={<Triangle aria-hidden />}
      actions={
        <>
          <Button size="sm" onClick={() => setOpen(true)}>
            Show changes
          </Button>
        </>
      }
    >
      <b>This case changed</b> after this run was created.{' '}
      {isOpen && (
        <Later onClose={() => setOpen(false)}>
          <ChangesDialog
            content={content}
            people={people}
            onAdopt={
              canWrite
                ? () => {
                    setOpen(false)
                    void adopt()
                  }
                : null
            }
            onClose={() => setOpen(false)}
          />
        </Later>
      )}
    </Banner>
  )
}

/** An unrecorded result of a run that was closed: stays on this device to be copied or discarded. */
interface UnrecordedResultProps {
  runId: number
  caseId: number
  statuses: Statuses
}

function UnrecordedResult({ runId, caseId, statuses }: UnrecordedResultProps) {
  return (
    <UnsavedDraft
      name={draftNameOf(runId, caseId)}
      title="Your result was not recorded:"
      textOf={(draft) => textOf(draft, statuses)}
    />
  )
}

const textOf = ({ statusId, comment = '', steps = {} }: Partial<ResultDraft>, statuses: Statuses): string =>
  [statusId == null ? '' : statuses.of(statusId).name, comment, ...Object.values(steps).map((step) => step.comment)]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' – ')
