/** The saved model of a suite: coverage by results, and the cases made from it. */
import { useMemo, useState } from 'react'
import type { StoredModel, ModelledCase } from '../../contract/models/models.ts'
import type { ModelLayout } from '../../machines/models/layout.ts'
import { useProject } from '../application/context.tsx'
import { testCaseHref, testHref } from '../shared/routes.ts'
import { Link } from '../ui/controls/link.tsx'
import { RelativeTime } from '../ui/text/relative-time.tsx'
import { Badge, StatusTag } from '../ui/marks/status-tag.tsx'
import { useIsOn } from '../shared/cases/vocabulary.tsx'
import { formatCount } from '../ui/text/figures.ts'
import { Diagram } from './diagram.tsx'
import { Panes } from './panes.tsx'
import type { Mark } from './transitions.ts'
import { useModelResults } from './use-case-model.ts'
import styles from './models.module.css'

export interface KeptViewProps {
  kept: StoredModel
  layout: ModelLayout | null
}

const NONE: ReadonlySet<string> = new Set()

export function KeptView({ kept, layout }: KeptViewProps) {
  const results = useModelResults(kept.suiteId)
  const [opened, setOpened] = useState<number | null>(null)
  const { model, cases, version, updatedAt } = kept
  const proofs = results.value?.transitions
  const marks = useMemo(
    () => new Map(model.transitions.map(({ id }): [string, Mark] => [id, proofs?.[id] ?? 'never'])),
    [model, proofs],
  )
  const lit = useMemo(() => {
    const one = cases.find(({ caseId }) => caseId === opened)
    return one === undefined ? NONE : new Set(one.transitionIds)
  }, [cases, opened])
  const latest = useMemo(() => new Map(results.value?.cases.map((one) => [one.caseId, one])), [results.value])
  const list = (
    <>
      <p className={styles.coverage}>
        <span>
          <strong>Version {version}</strong>
        </span>
        <span>
          saved <RelativeTime at={updatedAt} />
        </span>
        <span>{formatCount(cases.length, 'case', 'cases')}</span>
      </p>
      <ul className={styles.cases} aria-label="Cases of the model">
        {cases.map((one) => (
          <Case
            key={one.caseId}
            modelled={one}
            result={latest.get(one.caseId)}
            isOpen={one.caseId === opened}
            onOpen={setOpened}
          />
        ))}
      </ul>
    </>
  )
  return (
    <Panes
      panes={[
        { id: 'diagram', label: 'Diagram', content: <Diagram model={model} layout={layout} marks={marks} lit={lit} /> },
        { id: 'cases', label: 'Cases', content: list, count: cases.length },
      ]}
    />
  )
}

interface CaseProps {
  modelled: ModelledCase
  result: { status: 'PASSED' | 'FAILED'; launchId: number; testId: number } | undefined
  isOpen: boolean
  onOpen: (caseId: number | null) => void
}

const EDITED = { title: 'title', preConditions: 'pre-conditions', steps: 'steps' } as const

function Case({ modelled, result, isOpen, onOpen }: CaseProps) {
  const project = useProject()
  const tellsDeprecated = useIsOn()('DEPRECATED')
  const { caseId, key, title, edited, obsolete, deleted, deprecated } = modelled
  return (
    <li className={styles.case} data-open={isOpen || undefined}>
      <div className={styles.line}>
        <span className={styles.title}>
          <small>{key}</small> {deleted ? title : <Link href={testCaseHref(project.key, caseId)}>{title}</Link>}
        </span>
        {obsolete && <Badge>Obsolete</Badge>}
        {deleted ? <Badge>In the trash bin</Badge> : deprecated && tellsDeprecated && <Badge>Deprecated</Badge>}
      </div>
      <div className={styles.facts}>
        {result === undefined ? (
          <StatusTag kind="none">Never run</StatusTag>
        ) : (
          <Link isAlone href={testHref(project.key, result.launchId, result.testId)}>
            <StatusTag kind={result.status === 'PASSED' ? 'passed' : 'failed'} />
          </Link>
        )}
        {edited.length > 0 && <small>Edited by hand: {edited.map((field) => EDITED[field]).join(', ')}</small>}
        <button
          type="button"
          className={styles.show}
          aria-pressed={isOpen}
          onClick={() => onOpen(isOpen ? null : caseId)}
        >
          Show its path
        </button>
      </div>
    </li>
  )
}
