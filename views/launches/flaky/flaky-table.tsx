/** Rows of the flaky tests. */
import { History, ShieldMinus } from 'lucide-react'
import { describeMark } from '../../../contract/launches/flaky-rules.ts'
import type { FlakySort, FlakyTest } from '../../../contract/launches/flaky-tests.ts'
import { useProject } from '../../application/context.tsx'
import { displayedKind, formatStability } from '../../shared/launch-labels.ts'
import { quarantineHref, testHref } from '../../shared/routes.ts'
import { PlainLink } from '../../ui/controls/link.tsx'
import { DataList, RowMenu, type Column, type ListSort } from '../../ui/lists/data-list.tsx'
import { RowLink } from '../../ui/lists/list.tsx'
import { MenuItem } from '../../ui/overlays/menu.tsx'
import { ResultMarks } from '../../ui/results/result-marks.tsx'
import { formatCount, inFigures } from '../../ui/text/figures.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { formatDuration } from '../../ui/text/time.ts'
import styles from './flaky.module.css'

export type FlakyRow = FlakyTest & { id: string }

interface FlakyTableProps {
  /** Null while loading. */
  rows: readonly FlakyRow[] | null
  columns: readonly Column<FlakyRow, FlakySort>[]
  isBusy: boolean
  sort: ListSort<FlakySort>
}

export function FlakyTable({ rows, columns, isBusy, sort }: FlakyTableProps) {
  return (
    <DataList
      label="Flaky tests"
      rows={rows}
      columns={columns}
      isBusy={isBusy}
      className={styles.list}
      rowClassName={styles.row}
      sort={sort}
    />
  )
}

interface FlakyColumns {
  projectKey: string
  /** Null without the right. */
  onQuarantine: ((test: FlakyTest) => void) | null
}

export const flakyColumns = ({ projectKey, onQuarantine }: FlakyColumns): Column<FlakyRow, FlakySort>[] => [
  {
    header: 'Test',
    width: 'minmax(180px, 3fr)',
    className: styles.name,
    skeleton: 'name',
    sort: ['name', 'asc', ['A to Z', 'Z to A']],
    title: ({ name, className }) => (className === null ? name : `${className}: ${name}`),
    cell: ({ name, className, launchId, testId, isQuarantined }) => (
      <>
        <RowLink href={testHref(projectKey, launchId, testId, 'history')} aside={className ?? undefined}>
          {name}
        </RowLink>
        {isQuarantined && (
          <PlainLink
            className={styles.quarantined}
            href={quarantineHref(projectKey)}
            aria-label="Quarantined"
            data-tip="Quarantined"
          >
            <ShieldMinus aria-hidden />
          </PlainLink>
        )}
      </>
    ),
  },
  {
    header: 'Rate',
    width: '56px',
    align: 'end',
    className: styles.rate,
    sort: ['rate', 'desc', ['lowest first', 'highest first']],
    title: ({ flips, retries, runs }) =>
      `${formatCount(flips, 'change')} and ${formatCount(retries, 'pass', 'passes')} on a retry in ${formatCount(runs, 'run')}`,
    cell: ({ rate }) => formatStability(rate),
  },
  {
    header: 'Last results',
    width: '80px',
    className: styles.recent,
    skeleton: 64,
    cell: ({ recent }) => <ResultMarks kinds={recent.map(displayedKind)} />,
  },
  {
    header: 'Marked',
    width: 'minmax(110px, 1.4fr)',
    className: styles.mark,
    skeleton: 110,
    title: ({ mark }) => (mark === null ? undefined : describeMark(mark)),
    cell: ({ mark }) => <span>{mark === null ? '–' : describeMark(mark)}</span>,
  },
  {
    header: 'Runs',
    width: '52px',
    align: 'end',
    className: styles.side,
    sort: ['runs', 'desc', ['fewest first', 'most first']],
    cell: ({ runs }) => inFigures(runs),
  },
  {
    header: 'Cost',
    width: '76px',
    align: 'end',
    className: styles.side,
    sort: ['cost', 'desc', ['lowest first', 'highest first']],
    title: () => 'Time of failed attempts and of retries',
    cell: ({ costMs }) => formatDuration(costMs),
  },
  {
    header: 'First',
    width: '72px',
    className: styles.side,
    sort: ['first', 'asc', ['oldest first', 'newest first']],
    cell: ({ firstAt }) => <RelativeTime at={firstAt} />,
  },
  {
    header: 'Last',
    width: '72px',
    className: styles.side,
    sort: ['last', 'desc', ['oldest first', 'newest first']],
    cell: ({ lastAt }) => <RelativeTime at={lastAt} />,
  },
  {
    header: 'Last causes',
    width: 'minmax(120px, 2fr)',
    className: styles.causes,
    skeleton: 140,
    title: ({ causes }) => causes.join('\n') || undefined,
    cell: ({ causes }) => <span>{causes[0] ?? '–'}</span>,
  },
  {
    header: 'Branches',
    width: 'minmax(70px, 1fr)',
    className: styles.branches,
    skeleton: 56,
    title: ({ branches }) => branches.join(', ') || undefined,
    cell: ({ branches }) => <span>{branches.length === 0 ? '–' : branches.join(', ')}</span>,
  },
  {
    header: 'Owner',
    width: 'minmax(60px, 0.8fr)',
    className: styles.owner,
    skeleton: 48,
    title: ({ owner }) => owner ?? undefined,
    cell: ({ owner }) => <span>{owner ?? '–'}</span>,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    width: '26px',
    className: styles.more,
    cell: (test) => <Actions test={test} onQuarantine={onQuarantine} />,
  },
]

function Actions({ test, onQuarantine }: { test: FlakyRow; onQuarantine: FlakyColumns['onQuarantine'] }) {
  const { key } = useProject()
  return (
    <RowMenu label={`Actions for ${test.name}`}>
      <MenuItem icon={<History aria-hidden />} href={testHref(key, test.launchId, test.testId, 'history')}>
        Open history
      </MenuItem>
      {onQuarantine !== null && (
        <MenuItem icon={<ShieldMinus aria-hidden />} onSelect={() => onQuarantine(test)}>
          {test.isQuarantined ? 'Change quarantine' : 'Quarantine'}
        </MenuItem>
      )}
    </RowMenu>
  )
}
