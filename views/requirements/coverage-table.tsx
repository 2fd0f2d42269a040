/** Virtual table of requirements, cases and last results, uncovered ones first. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CoverageState, CoveringCase, RequirementCoverage } from '../../contract/requirements/requirements.ts'
import type { RequirementSystem } from '../../contract/settings/requirement-systems.ts'
import { COVERAGE_LABELS, coverageLines } from '../../machines/requirements/coverage-lines.ts'
import type { RequirementAsk } from '../../machines/requirements/requirements-page.machine.ts'
import { useProject } from '../application/context.tsx'
import { RequirementLink } from '../shared/requirements/case-requirements.tsx'
import { useRequirementSystems } from '../shared/requirements/use-requirement-systems.ts'
import { testCaseHref, testRunHref } from '../shared/routes.ts'
import { formatCount } from '../ui/text/figures.ts'
import { ColorTag } from '../ui/marks/chip.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { PlainLink } from '../ui/controls/link.tsx'
import { Cell, List, ListHead, Row } from '../ui/lists/list.tsx'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'
import { RelativeTime } from '../ui/text/relative-time.tsx'
import type { AnyKind } from '../ui/results/result-kinds.ts'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { StatusTag } from '../ui/marks/status-tag.tsx'
import { scrollerOf } from '../ui/lists/scroller.ts'
import styles from './requirements.module.css'

const KINDS: Record<CoverageState, AnyKind> = {
  uncovered: 'none',
  failing: 'failed',
  incomplete: 'skipped',
  passing: 'passed',
}

interface CoverageTableProps {
  requirements: readonly RequirementCoverage[]
  folded: ReadonlySet<number>
  canWrite: boolean
  isBusy: boolean
  onFold: (id: number, isFolded: boolean) => void
  onAsk: (ask: RequirementAsk) => void
}

export function CoverageTable(props: CoverageTableProps) {
  const { requirements, folded, isBusy } = props
  const { key } = useProject()
  const systems = useRequirementSystems()
  const lines = useMemo(() => coverageLines(requirements, folded), [requirements, folded])
  const body = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => setOffset(body.current?.offsetTop ?? 0), [])
  // oxlint-disable-next-line react/incompatible-library -- its answers are used here alone, and nothing memoises them
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scrollerOf(body.current),
    estimateSize: () => 36,
    getItemKey: (index) => lines[index]?.id ?? index,
    scrollMargin: offset,
    overscan: 20,
  })
  return (
    <List label="Coverage" isBusy={isBusy} className={styles.coverage} aria-rowcount={lines.length + 1}>
      <Head />
      <div ref={body} className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key: line, start }) => {
          const item = lines[index]
          if (item === undefined) return null
          return (
            <div
              key={line}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.line}
              style={{ transform: `translateY(${start - offset}px)` }}
            >
              {item.kind === 'requirement' && (
                <RequirementRow {...props} requirement={item.requirement} systems={systems} isFolded={item.isFolded} />
              )}
              {item.kind === 'case' && <CaseRow projectKey={key} testCase={item.testCase} />}
              {item.kind === 'more' && (
                <Row className={styles.case}>
                  <Cell className={styles.more}>{formatCount(item.count, 'more case', 'more cases')}</Cell>
                </Row>
              )}
            </div>
          )
        })}
      </div>
    </List>
  )
}

const Head = () => (
  <ListHead>
    <Cell isHead>Requirement</Cell>
    <Cell isHead>Status</Cell>
    <Cell isHead>Coverage</Cell>
    <Cell isHead>Test runs</Cell>
    <Cell isHead label="Actions" />
  </ListHead>
)

type RequirementRowProps = CoverageTableProps & {
  requirement: RequirementCoverage
  systems: readonly RequirementSystem[]
  isFolded: boolean
}

function RequirementRow({ requirement, systems, isFolded, canWrite, onFold, onAsk }: RequirementRowProps) {
  const { key: projectKey } = useProject()
  const { id, key, title, source, status, state, casesTotal, runs } = requirement
  return (
    <Row className={styles.requirement}>
      <Cell className={styles.name}>
        {casesTotal > 0 ? (
          <IconButton
            size="sm"
            label={isFolded ? `Show the cases of ${key}` : `Hide the cases of ${key}`}
            aria-expanded={!isFolded}
            onClick={() => onFold(id, !isFolded)}
          >
            {isFolded ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
          </IconButton>
        ) : (
          <span className={styles.noFold} />
        )}
        <RequirementLink requirement={requirement} systems={systems} />
        <span className={styles.title} title={title}>
          {title}
        </span>
      </Cell>
      <Cell className={styles.status}>{source === 'jira' ? (status ?? 'Jira') : ''}</Cell>
      <Cell>
        <StatusTag kind={KINDS[state]}>{COVERAGE_LABELS[state]}</StatusTag>
        <span className={styles.count}>{casesTotal > 0 && formatCount(casesTotal, 'case', 'cases')}</span>
      </Cell>
      <Cell className={styles.runs}>
        {runs.map((run) => (
          <PlainLink key={run.id} href={testRunHref(projectKey, run.id)} title={run.title}>
            {run.title}
          </PlainLink>
        ))}
      </Cell>
      <Cell align="end">
        {canWrite && (
          <Menu
            label={`Actions for ${key}`}
            align="end"
            trigger={
              <IconButton size="sm" label={`Actions for ${key}`}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            {source === 'project' && (
              <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAsk({ action: 'edit', requirement })}>
                Edit
              </MenuItem>
            )}
            <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => onAsk({ action: 'delete', requirement })}>
              Delete
            </MenuItem>
          </Menu>
        )}
      </Cell>
    </Row>
  )
}

function CaseRow({ projectKey, testCase: { id, key, title, last } }: { projectKey: string; testCase: CoveringCase }) {
  return (
    <Row className={styles.case}>
      <Cell className={styles.name}>
        <PlainLink href={testCaseHref(projectKey, id)} className={styles.caseLink}>
          <span className={styles.key}>{key}</span> <span className={styles.title}>{title}</span>
        </PlainLink>
      </Cell>
      <Cell className={styles.status} />
      <Cell>
        {last === null ? (
          <StatusTag kind="none">Untested</StatusTag>
        ) : (
          <>
            <ColorTag colorHex={last.status.colorHex}>{last.status.name}</ColorTag>
            <span className={styles.count}>
              <RelativeTime at={last.at} />
            </span>
          </>
        )}
      </Cell>
      <Cell className={styles.runs}>
        {last !== null && (
          <PlainLink href={`${testRunHref(projectKey, last.runId)}?case=${key}`} title={last.runTitle}>
            {last.runTitle}
          </PlainLink>
        )}
      </Cell>
      <Cell />
    </Row>
  )
}

export const CoverageSkeleton = () => (
  <List label="Coverage" isBusy className={styles.coverage}>
    <Head />
    {[240, 180, 300, 220].map((width) => (
      <Row key={width}>
        <Cell>
          <Skeleton width={width} />
        </Cell>
        <Cell>
          <Skeleton width={60} />
        </Cell>
        <Cell>
          <Skeleton width={90} />
        </Cell>
        <Cell>
          <Skeleton width={80} />
        </Cell>
        <Cell />
      </Row>
    ))}
  </List>
)
