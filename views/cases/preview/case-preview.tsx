/** Preview of a case beside the list: fields, steps, files and results, editable in place. */
import { Expand, Link as LinkIcon, Pencil, X } from 'lucide-react'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { useCanOpen, useMay, useProject } from '../../application/context.tsx'
import { testCaseHref } from '../../shared/routes.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx'
import { CaseMenu, copyLink, useCaseActions } from '../case/case-actions.tsx'
import { CaseRequirements } from '../../shared/requirements/case-requirements.tsx'
import { AttachmentsPart, GeneralPart, PropertiesPart } from '../case/case-parts.tsx'
import { CaseTitle } from '../case/case-title.tsx'
import { ChangeLog } from '../case/change-log.tsx'
import { EditNotices } from '../case/edit-notices.tsx'
import { Executions } from '../case/executions.tsx'
import { WithPeople } from '../../shared/cases/people.tsx'
import { useCaseEditing } from '../case/use-case-editing.ts'
import { useIsOn } from '../../shared/cases/vocabulary.tsx'
import styles from './case-preview.module.css'

export interface CasePreviewProps {
  testCase: TestCase
  /** Null: the first tab. */
  tab: string | null
  canWrite: boolean
  /** The container names and closes it. */
  isInDialog: boolean
  /** Address of this preview. */
  href: string
  onTab: (tab: string | null) => void
  onClose: () => void
}

const TABS = ['general', 'properties', 'attachments', 'executions', 'change-log'] as const

export function CasePreview(props: CasePreviewProps) {
  // Edits belong to the case on which they were started.
  return (
    <WithPeople testCase={props.testCase}>
      <OneCase key={props.testCase.id} {...props} />
    </WithPeople>
  )
}

function OneCase(props: CasePreviewProps) {
  const { tab, isInDialog, href, onTab, onClose } = props
  const project = useProject()
  const may = useMay()
  const canOpen = useCanOpen()
  const editor = useCaseEditing(props.testCase)
  const testCase = editor.shown
  // Deleted cases are read-only.
  const canWrite = props.canWrite && !testCase.deleted
  const hasLog = may.isOn('test-case-history') && !testCase.deleted
  const actions = useCaseActions({
    testCase,
    onSaved: editor.received,
    onCloned: () => undefined,
    onDeleting: onClose,
    onLeft: onClose,
  })
  const page = testCaseHref(project.key, testCase.id)
  const hasFiles = useIsOn()('ATTACHMENTS')
  const isThere = (one: string) => (one === 'change-log' ? hasLog : one !== 'attachments' || hasFiles)
  const open = TABS.find((one) => one === tab && isThere(one)) ?? 'general'
  const files = testCase.attachments.length
  const edit = canWrite ? editor.edit : null
  return (
    <article className={styles.preview} data-dialog={isInDialog || undefined} aria-label={`Preview of ${testCase.key}`}>
      <header className={styles.head}>
        {!isInDialog && <span className={styles.key}>{testCase.key}</span>}
        <IconButton size="sm" label="Copy link" onClick={() => void copyLink(href)}>
          <LinkIcon aria-hidden />
        </IconButton>
        <span className={styles.acts}>
          {canWrite && (
            <IconButton size="sm" label="Edit" onClick={() => actions.ask('edit')}>
              <Pencil aria-hidden />
            </IconButton>
          )}
          {canOpen(page) && (
            <Link isAlone href={page} className={styles.page} data-tip="Open the page" aria-label="Open the page">
              <Expand aria-hidden />
            </Link>
          )}
          {props.canWrite && (
            <CaseMenu
              testCase={testCase}
              href={href}
              canWrite={props.canWrite}
              onAsk={actions.ask}
              onDelete={actions.remove}
            />
          )}
          {!isInDialog && (
            <IconButton size="sm" label="Close the preview" onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          )}
        </span>
      </header>
      <div className={styles.title}>
        <CaseTitle testCase={testCase} edit={edit} />
      </div>
      <Tabs
        id="case"
        label="Parts of the test case"
        className={styles.tabs}
        items={[
          { id: 'general', label: 'General' },
          { id: 'properties', label: 'Properties' },
          ...(hasFiles ? [{ id: 'attachments', label: 'Attachments', ...(files === 0 ? {} : { count: files }) }] : []),
          { id: 'executions', label: 'Executions' },
          ...(hasLog ? [{ id: 'change-log', label: 'Change log' }] : []),
        ]}
        selected={open}
        onSelect={(id) => onTab(id === 'general' ? null : id)}
      />
      <EditNotices editor={editor} />
      <TabPanel of="case" tab={open} className={styles.body}>
        {open === 'general' && <GeneralPart testCase={testCase} edit={edit} onEditSteps={() => actions.ask('steps')} />}
        {open === 'properties' && (
          <>
            <PropertiesPart testCase={testCase} edit={edit} />
            <CaseRequirements caseId={testCase.id} canWrite={edit !== null} />
          </>
        )}
        {open === 'attachments' && <AttachmentsPart testCase={testCase} />}
        {open === 'executions' && <Executions key={testCase.id} caseId={testCase.id} />}
        {open === 'change-log' && <ChangeLog testCase={testCase} onRestored={canWrite ? editor.received : null} />}
      </TabPanel>
      {actions.dialog}
    </article>
  )
}
