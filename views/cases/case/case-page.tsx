/** Page of one case (CPAGE-01 to CPAGE-15). */
import { useMachine } from '@xstate/react'
import { Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { fromCallback, fromPromise } from 'xstate'
import { getTestCase, type TestCase } from '../../../contract/cases/cases.ts'
import { topics } from '../../../contract/live.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { openedCase, type FoundCase } from '../../../machines/cases/opened-case.machine.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useMay, usePageParams, useProject, useSession } from '../../application/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { inProjectHref, paths, testCaseHref } from '../../shared/routes.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { ButtonLink, Link } from '../../ui/controls/link.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx'
import { repositoryHref } from '../../shared/cases/address.ts'
import { useClientWidth } from '../../shared/cases/row-window.ts'
import { useUndoKey } from '../undo/use-undo-history.ts'
import { useLatest } from '../../shared/latest.ts'
import { CaseRequirements } from '../../shared/requirements/case-requirements.tsx'
import { useIsOn, VocabularyProvider } from '../../shared/cases/vocabulary.tsx'
import { CaseMenu, useCaseActions } from './case-actions.tsx'
import { AttachmentsPart, GeneralPart, PropertiesPart } from './case-parts.tsx'
import { CaseFacts } from './case-facts.tsx'
import { CaseTitle } from './case-title.tsx'
import { whyNotEdited } from './case-values.ts'
import { ChangeLog } from './change-log.tsx'
import { EditNotices } from './edit-notices.tsx'
import { Executions } from './executions.tsx'
import { WithPeople } from '../../shared/cases/people.tsx'
import { SuiteField } from './suite-field.tsx'
import { useCaseEditing } from './use-case-editing.ts'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import styles from './case-page.module.css'

/** Below this width, properties and files are tabs (CPAGE-07). */
const NARROW_PX = 960

export function CasePage() {
  const caseId = Number(usePageParams()['caseId'])
  return (
    <VocabularyProvider>
      <Loaded key={caseId} caseId={Number.isSafeInteger(caseId) && caseId > 0 ? caseId : 0} />
    </VocabularyProvider>
  )
}

function Loaded({ caseId }: { caseId: number }) {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { id, key } = useProject()
  const may = useMay()
  const mayRestore = useLatest(may.isOn('trash-bin') && may.inProject('cases:write'))
  const machine = useMemo(
    () =>
      openedCase.provide({
        actors: {
          find: fromPromise<FoundCase, { caseId: number }>(async ({ input, signal }) => {
            if (input.caseId < 1) return { testCase: null }
            try {
              const { data } = await send(getTestCase, { params: { projectKey: key, caseId: input.caseId }, signal })
              // Only users who can restore it see a case in the trash bin (CPAGE-12).
              return { testCase: data.deleted && !mayRestore() ? null : data }
            } catch (error) {
              if (error instanceof ApiError && error.status === 404) return { testCase: null }
              throw error
            }
          }),
          news: fromCallback(({ sendBack }) => {
            const connected = () => sendBack({ type: 'case/touched', caseIds: null })
            const following = live.followNews(topics.testCases(tenant, id), connected).subscribe((news) => {
              if (news.type === 'TEST_CASES') sendBack({ type: 'case/touched', caseIds: news.caseIds })
            })
            return () => following.unsubscribe()
          }),
        },
      }),
    [send, live, tenant, id, key, mayRestore],
  )
  const [snapshot, dispatch] = useMachine(machine, { input: { caseId } })
  const touch = () => dispatch({ type: 'case/touched', caseIds: [caseId] })
  useUndoKey(may.inProject('cases:write'), touch)
  const { testCase, failure } = snapshot.context
  if (snapshot.matches('missing')) return <NoCase />
  if (snapshot.matches('failed'))
    return (
      <Page title="Test case">
        <ProblemState title="The test case did not load" onRetry={() => dispatch({ type: 'case/retry' })}>
          {messageOf(failure)}
        </ProblemState>
      </Page>
    )
  if (testCase === null)
    return (
      <Page title="Test case" isPadded>
        {[220, 300, 160].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </Page>
    )
  return (
    <WithPeople testCase={testCase}>
      <OneCase testCase={testCase} isPurged={snapshot.matches('deleted')} onTouched={touch} />
    </WithPeople>
  )
}

function NoCase() {
  const { key } = useProject()
  return (
    <Page title="Test case">
      <EmptyState
        title={TEXTS.caseNotFound}
        actions={<ButtonLink href={inProjectHref(paths.testCases, key)}>All test cases</ButtonLink>}
      >
        It may have been deleted, or it belongs to another project.
      </EmptyState>
    </Page>
  )
}

interface OneCaseProps {
  testCase: TestCase
  /** It is not in the trash bin, or this user cannot restore it from there. */
  isPurged: boolean
  onTouched: () => void
}

function OneCase({ testCase: found, isPurged, onTouched }: OneCaseProps) {
  const { key } = useProject()
  const may = useMay()
  const [, navigate] = useLocation()
  const search = useSearch()
  const isNarrow = useClientWidth() < NARROW_PX
  const editor = useCaseEditing(found)
  const testCase = editor.shown
  const { deleted } = testCase
  const mayWrite = may.inProject('cases:write')
  const canWrite = mayWrite && !deleted
  const href = testCaseHref(key, testCase.id)
  const actions = useCaseActions({
    testCase,
    onSaved: editor.received,
    onCloned: ({ id }) => navigate(testCaseHref(key, id)),
    onDeleting: () => navigate(repositoryHref(key, { suiteId: testCase.testSuiteId })),
    onLeft: (how) => (how === 'restored' ? onTouched() : navigate(inProjectHref(paths.trashBin, key))),
  })
  const files = testCase.attachments.length
  const hasFiles = useIsOn()('ATTACHMENTS')
  const tabs = [
    { id: 'general', label: 'General' },
    ...(isNarrow
      ? [
          { id: 'properties', label: 'Properties' },
          ...(hasFiles ? [{ id: 'attachments', label: 'Attachments', ...(files === 0 ? {} : { count: files }) }] : []),
        ]
      : []),
    { id: 'executions', label: 'Executions' },
    ...(may.isOn('test-case-history') ? [{ id: 'change-log', label: 'Change log' }] : []),
  ].map((tab) => ({ ...tab, href: tab.id === 'general' ? href : `${href}?tab=${tab.id}` }))
  const wanted = new URLSearchParams(search).get('tab')
  const open = tabs.find(({ id }) => id === wanted)?.id ?? 'general'
  const edit = canWrite ? editor.edit : null
  const properties = (
    <>
      {!deleted && (canWrite ? <SuiteField testCase={testCase} onMoved={onTouched} /> : null)}
      <PropertiesPart testCase={testCase} edit={edit} />
      {!deleted && <CaseRequirements caseId={testCase.id} canWrite={canWrite} />}
    </>
  )
  return (
    <Page
      title={testCase.title}
      documentTitle={`${testCase.title} · ${testCase.key}`}
      heading={<CaseTitle testCase={testCase} edit={edit} as="h1" />}
      names={{
        [paths.testCases]: { label: 'Test cases', href: repositoryHref(key, { suiteId: testCase.testSuiteId }) },
        [paths.testCase]: `${testCase.key} ${testCase.title}`,
      }}
      actions={
        <>
          {canWrite && <Button onClick={() => actions.ask('edit')}>Edit</Button>}
          <CaseMenu
            testCase={testCase}
            href={href}
            canWrite={mayWrite && !isPurged}
            onAsk={actions.ask}
            onDelete={actions.remove}
          />
        </>
      }
      meta={<CaseFacts testCase={testCase} />}
      tabs={<Tabs label="Parts of the test case" items={tabs} selected={open} />}
    >
      {isPurged && <Banner>{whyNotEdited(testCase)}</Banner>}
      {deleted && !isPurged && (
        <Banner
          icon={<Trash2 aria-hidden />}
          actions={
            <>
              <Button size="sm" onClick={() => actions.ask('restore')}>
                Restore
              </Button>
              <Button size="sm" variant="danger" onClick={() => actions.ask('purge')}>
                Purge
              </Button>
            </>
          }
        >
          This test case is in the <Link href={inProjectHref(paths.trashBin, key)}>trash bin</Link> and cannot be
          edited.
        </Banner>
      )}
      <EditNotices editor={editor} />
      <div className={styles.page}>
        {/* Headings of the sections are one level below. */}
        <h2>
          <VisuallyHidden>Details</VisuallyHidden>
        </h2>
        <TabPanel tab={open} className={styles.main}>
          {open === 'general' && (
            <GeneralPart testCase={testCase} edit={edit} onEditSteps={() => actions.ask('steps')} />
          )}
          {open === 'properties' && properties}
          {open === 'attachments' && <AttachmentsPart testCase={testCase} />}
          {open === 'executions' && <Executions caseId={testCase.id} />}
          {open === 'change-log' && <ChangeLog testCase={testCase} onRestored={canWrite ? editor.received : null} />}
        </TabPanel>
        {!isNarrow && (
          <aside className={styles.side} aria-label="Properties">
            {properties}
            {hasFiles && files > 0 && (
              <section>
                <h3>Attachments</h3>
                <AttachmentsPart testCase={testCase} />
              </section>
            )}
          </aside>
        )}
      </div>
      {actions.dialog}
    </Page>
  )
}
