import { useSelector } from '@xstate/react'
import { FileX, ListChecks, Printer, RotateCw } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { REPORT_VIEWS } from '../../../machines/cases/case-report.machine.ts'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject } from '../../application/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { testCaseHref } from '../../shared/routes.ts'
import { holdLight } from '../../shared/theme.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { inFigures, formatCount } from '../../ui/text/figures.ts'
import { ProgressLine } from '../../ui/marks/progress-line.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { PeopleProvider, usePeople } from '../../shared/cases/people.tsx'
import { useVocabulary } from '../../shared/cases/vocabulary.tsx'
import { ChooseCases } from './choose-cases.tsx'
import { ColumnsPanel } from './columns-panel.tsx'
import { FactsPanel, FactsLine } from './facts.tsx'
import { columnsShown, offeredColumns } from './report-columns.ts'
import { formatMoment } from './report-dates.ts'
import { ReportDetails } from './report-details.tsx'
import { reportBlocks } from './report-rows.ts'
import { ReportTable } from './report-table.tsx'
import { useReport, type ReportRef } from './use-report.ts'
import styles from './report.module.css'

const VIEW_LABELS = { table: 'Table', details: 'Case details' } as const

export function Report({ ids: first }: { ids: readonly number[] }) {
  const project = useProject()
  const report = useReport(first)
  const { ids, cases, suites, at, coming, failure, habits } = useSelector(report, (state) => state.context)
  const isBusy = useSelector(report, (state) => state.hasTag('busy'))
  const isFailed = useSelector(report, (state) => state.matches({ content: 'failed' }))
  const isChoosing = useSelector(report, (state) => state.matches({ selection: 'open' }))
  const vocabulary = useVocabulary()
  const offered = useMemo(() => offeredColumns(vocabulary), [vocabulary])
  useLight()
  // Overrides the document title, from which the browser derives the file name (EXPORT-05).
  const [opened] = useState(Date.now)
  const title = `Test cases - ${project.name} - ${formatMoment(at ?? opened)}`
  useEffect(() => {
    document.title = title
  }, [title])
  const isEmpty = cases !== null && cases.length === 0
  return (
    <Page
      title="Test cases"
      documentTitle={title}
      meta={cases !== null && <FactsLine project={project} facts={habits.facts} {...{ cases, suites, at }} />}
      actions={
        <Button
          variant="primary"
          icon={<Printer aria-hidden />}
          disabled={cases === null || isEmpty}
          onClick={() => report.send({ type: 'print/wanted' })}
        >
          Print & pdf
        </Button>
      }
      toolbar={
        <>
          <Switch checked={habits.hasSuites} onCheckedChange={() => report.send({ type: 'suites/switched' })}>
            Suites
          </Switch>
          <SegmentedControl
            label="View"
            segments={REPORT_VIEWS.map((value) => ({ value, label: VIEW_LABELS[value] }))}
            value={habits.view}
            onValueChange={(view) => report.send({ type: 'view/chosen', view })}
          />
          <span className={styles.space} />
          <Button icon={<ListChecks aria-hidden />} onClick={() => report.send({ type: 'selection/opened' })}>
            {formatCount(ids.length, 'test case', 'test cases')}
          </Button>
          <FactsPanel report={report} />
          {habits.view === 'table' && <ColumnsPanel report={report} offered={offered} />}
          <Button
            icon={<RotateCw aria-hidden />}
            isPending={isBusy}
            onClick={() => report.send({ type: 'report/refresh' })}
          >
            Refresh
          </Button>
        </>
      }
    >
      {isBusy && cases !== null && coming.total > 0 && (
        <ProgressLine look="edge" label="Refreshing the report" value={coming.cases.length} max={coming.total} />
      )}
      {cases === null && !isFailed && <Loading loaded={coming.cases.length} total={coming.total} />}
      {isFailed && (
        <ProblemState title="The report did not load" onRetry={() => report.send({ type: 'report/refresh' })}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {isEmpty && (
        <EmptyState
          icon={<FileX aria-hidden />}
          title="These test cases were deleted"
          actions={
            <Button variant="primary" onClick={() => report.send({ type: 'selection/opened' })}>
              Choose test cases
            </Button>
          }
        >
          They were deleted after you chose them for the report.
        </EmptyState>
      )}
      {cases !== null && !isEmpty && (
        <>
          {cases.length < ids.length && !isBusy && (
            <output className={styles.gone}>
              {formatCount(ids.length - cases.length, 'chosen test case is', 'chosen test cases are')} no longer there.
            </output>
          )}
          <WithNamed cases={cases}>
            <Sheet report={report} offered={offered} />
          </WithNamed>
        </>
      )}
      <Preparing report={report} />
      {isChoosing && (
        <ChooseCases
          ids={ids}
          onDone={(chosen) => report.send({ type: 'selection/done', ids: chosen })}
          onBack={() => report.send({ type: 'selection/left' })}
        />
      )}
    </Page>
  )
}

/** Light in every theme: the screen shows what is printed (EXPORT-06). */
const useLight = () => useLayoutEffect(holdLight, [])

function Sheet({ report, offered }: { report: ReportRef; offered: ReturnType<typeof offeredColumns> }) {
  const { key } = useProject()
  const { cases, suites, habits, drawn } = useSelector(report, (state) => state.context)
  const isWhole = useSelector(report, (state) => state.hasTag('whole'))
  const isDrawing = useSelector(report, (state) => state.matches({ printing: 'drawing' }))
  const vocabulary = useVocabulary()
  const people = usePeople()
  const [room, setRoom] = useState<HTMLElement | null>(null)
  const { hasSuites, facts } = habits
  const blocks = useMemo(() => reportBlocks(cases ?? [], suites, hasSuites), [cases, suites, hasSuites])
  const columns = useMemo(
    () => columnsShown(habits.columns, offered).filter(({ isOn }) => isOn),
    [habits.columns, offered],
  )
  const hasLinks = facts.includes('links')
  const world = useMemo(
    () => ({ vocabulary, people, hasLinks, hrefOf: ({ id }: TestCase) => testCaseHref(key, id) }),
    [vocabulary, people, hasLinks, key],
  )
  const body = { blocks, room, world, drawn: isWhole ? Infinity : drawn }
  return (
    <div ref={setRoom} className={styles.room} data-drawing={isDrawing || undefined}>
      {habits.view === 'table' ? (
        <ReportTable {...body} columns={columns} />
      ) : (
        <ReportDetails {...body} fields={offered} />
      )}
    </div>
  )
}

/** Users that fields refer to, if the project has users fields. */
function WithNamed({ cases, children }: { cases: readonly TestCase[]; children: ReactNode }) {
  const { fields } = useVocabulary()
  const named = useMemo(() => {
    const users = fields.filter(({ dataType, enabled }) => dataType === 'USER' && enabled)
    const ids = cases.flatMap(({ customFields }) =>
      users.flatMap(({ id }) => {
        const value = customFields[String(id)]
        return typeof value === 'number' ? [value] : []
      }),
    )
    return [...new Set(ids)].sort((a, b) => a - b)
  }, [fields, cases])
  return <PeopleProvider named={named.length === 0 ? null : named}>{children}</PeopleProvider>
}

function Loading({ loaded, total }: { loaded: number; total: number }) {
  return (
    <div className={styles.loading}>
      {total > 0 && (
        <ProgressLine label={`Loading ${inFigures(total)} test cases`} value={loaded} max={total} look="edge" />
      )}
      {Array.from({ length: 12 }, (_, i) => (
        <p key={i}>
          <Skeleton width={180 + ((i * 53) % 160)} />
          <Skeleton width={60} />
          <Skeleton width={90} />
        </p>
      ))}
    </div>
  )
}

/** Progress of rendering a long report, with Cancel. */
function Preparing({ report }: { report: ReportRef }) {
  const isDrawing = useSelector(report, (state) => state.matches({ printing: 'drawing' }))
  const drawn = useSelector(report, (state) => state.context.drawn)
  const total = useSelector(report, (state) => state.context.cases?.length ?? 0)
  // Hidden for short reports, which render before it could be read.
  if (!isDrawing || total < 200) return null
  const cancel = () => report.send({ type: 'print/cancelled' })
  return (
    <Dialog
      title="Preparing the pages"
      closesOnScrim={false}
      onClose={cancel}
      footer={<Button onClick={cancel}>Cancel</Button>}
    >
      <p>{`${inFigures(Math.min(drawn, total))} of ${inFigures(total)} test cases`}</p>
      <ProgressLine label="Preparing the pages" value={drawn} max={total} />
    </Dialog>
  )
}
