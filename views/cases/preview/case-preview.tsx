/** A case beside the list: what it is described with, its steps, its files. Read only; editing has a place of its own. */
import { Expand, Link as LinkIcon, Paperclip, Pencil, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { attachmentPath } from '../../../contract/cases/attachments.ts'
import type { TestCase } from '../../../contract/cases/cases.ts'
import type { Attachment, CaseStep, Step } from '../../../contract/cases/steps.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { TEXTS } from '../../../contract/texts.ts'
import { toast } from '../../ui/toasts.ts'
import { useCanOpen, useProject } from '../../app/context.tsx'
import { testCaseHref } from '../../app/routes.ts'
import { AttributeWords } from '../attribute-icon.tsx'
import { useVocabulary } from '../vocabulary.tsx'
import styles from './case-preview.module.css'

export interface CasePreviewProps {
  testCase: TestCase
  /** Null: the first one. */
  tab: string | null
  canWrite: boolean
  /** What stands around it names the case and closes it. */
  isInDialog: boolean
  /** The address that opens this preview again. */
  href: string
  onTab: (tab: string | null) => void
  onEdit?: () => void
  onClose: () => void
}

const TABS = ['general', 'attachments'] as const

export function CasePreview(props: CasePreviewProps) {
  const { testCase, tab, canWrite, isInDialog, href, onTab, onEdit, onClose } = props
  const project = useProject()
  const canOpen = useCanOpen()
  const page = testCaseHref(project.key, testCase.id)
  const open = TABS.find((one) => one === tab) ?? 'general'
  const copy = async () => {
    if (await copyText(new URL(href, location.origin).href)) toast.success(TEXTS.linkCopied)
    else toast.error('This browser did not allow copying. Copy the address of the page instead.')
  }
  return (
    <article className={styles.preview} data-dialog={isInDialog || undefined} aria-label={`Preview of ${testCase.key}`}>
      <header className={styles.head}>
        {!isInDialog && <span className={styles.key}>{testCase.key}</span>}
        <IconButton size="sm" label="Copy link" onClick={() => void copy()}>
          <LinkIcon aria-hidden />
        </IconButton>
        <span className={styles.acts}>
          {canWrite && onEdit !== undefined && (
            <IconButton size="sm" label="Edit" onClick={onEdit}>
              <Pencil aria-hidden />
            </IconButton>
          )}
          {canOpen(page) && (
            <Link href={page} className={styles.page} data-tip="Open the page" aria-label="Open the page">
              <Expand aria-hidden />
            </Link>
          )}
          {!isInDialog && (
            <IconButton size="sm" label="Close the preview" onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          )}
        </span>
      </header>
      <h2 className={styles.title}>{testCase.title}</h2>
      <Tabs
        id="case"
        label="Parts of the test case"
        className={styles.tabs}
        items={[
          { id: 'general', label: 'Case' },
          {
            id: 'attachments',
            label: 'Attachments',
            ...(testCase.attachments.length === 0 ? {} : { count: testCase.attachments.length }),
          },
        ]}
        selected={open}
        onSelect={(id) => onTab(id === 'general' ? null : id)}
      />
      <TabPanel of="case" tab={open} className={styles.body}>
        {open === 'general' ? <General testCase={testCase} /> : <Files files={testCase.attachments} />}
      </TabPanel>
    </article>
  )
}

function General({ testCase }: { testCase: TestCase }) {
  const { fields } = useVocabulary()
  const isOff = (systemName: string) =>
    fields.some((field) => field.type === 'SYSTEM' && field.systemName === systemName && !field.enabled)
  const text = (systemName: string, label: string, words: string) =>
    words !== '' && !isOff(systemName) && <Words label={label}>{words}</Words>
  return (
    <>
      {(testCase.draft || testCase.deprecated) && (
        <p className={styles.marks}>
          {testCase.draft && <Chip isQuiet>Draft</Chip>}
          {testCase.deprecated && <Chip isQuiet>Deprecated</Chip>}
        </p>
      )}
      <dl className={styles.facts}>
        {!isOff('priority') && (
          <Fact label="Priority">
            <AttributeWords kind="priorities" id={testCase.priority?.id} />
          </Fact>
        )}
        {!isOff('automationState') && (
          <Fact label="Automation">
            <AttributeWords kind="automationStates" id={testCase.automationState?.id} />
          </Fact>
        )}
        <Fact label="Author">
          {testCase.createdBy === null ? (
            '–'
          ) : (
            <>
              <Avatar name={testCase.createdBy.displayName} photoUrl={testCase.createdBy.photoUrl} />
              {testCase.createdBy.displayName}
            </>
          )}
        </Fact>
        <Fact label="Updated">
          <RelativeTime at={testCase.lastModifiedAt} />
        </Fact>
      </dl>
      {text('description', 'Description', testCase.description)}
      {text('preConditions', 'Pre-conditions', testCase.preConditions)}
      {testCase.steps.length > 0 && !isOff('steps') && (
        <section>
          <h3>Steps</h3>
          <ol className={styles.steps}>
            {testCase.steps
              .flatMap((step) => stepsOf(step, testCase))
              .map(({ step, from }, i) => (
                <li key={`${from ?? ''} ${step.id}`}>
                  <span className={styles.number}>{i + 1}</span>
                  <div>
                    <p>{step.action}</p>
                    {step.expectedResult !== '' && <p className={styles.expected}>{step.expectedResult}</p>}
                    {from !== null && <Chip isQuiet>{from}</Chip>}
                  </div>
                </li>
              ))}
          </ol>
        </section>
      )}
      {text('postConditions', 'Post-conditions', testCase.postConditions)}
    </>
  )
}

/** Shared steps stand as what they are now, with their name. */
const stepsOf = (step: CaseStep, testCase: TestCase): { step: Step; from: string | null }[] => {
  if (step.kind === 'step') return [{ step, from: null }]
  const shared = testCase.sharedSteps.find(({ id }) => id === step.sharedStepsId)
  return (shared?.steps ?? []).map((one) => ({ step: one, from: shared?.name ?? null }))
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Words({ label, children }: { label: string; children: string }) {
  return (
    <section>
      <h3>{label}</h3>
      <p className={styles.words}>{children}</p>
    </section>
  )
}

function Files({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return <p className={styles.none}>Nothing is attached to this test case.</p>
  return (
    <ul className={styles.files}>
      {files.map(({ id, name }) => (
        <li key={id}>
          <Link href={attachmentPath({ id, name })} target="_blank">
            <Paperclip aria-hidden />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function PreviewSkeleton() {
  return (
    <div className={styles.preview} aria-busy>
      <div className={styles.head}>
        <Skeleton width={64} />
      </div>
      <div className={styles.body}>
        {[220, 300, 160, 280, 240].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </div>
  )
}
