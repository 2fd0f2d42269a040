/** Picks test cases from the whole repository: suites, single cases, all matches; optionally with assignees. */
import { Plus, UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import type { ProjectUser } from '../../../../contract/projects/people.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { isAsking } from '../../../../machines/cases/test-case-repository.machine.ts'
import type { AssignTarget } from '../../../../machines/runs/case-picker.machine.ts'
import {
  countsBySuite,
  deletedFrom,
  spreadEvenly,
  summaryOf,
  withAssignee,
  withPicked,
  type PickedCases,
} from '../../../../machines/runs/picked-cases.ts'
import { messageOf } from '../../../../services/http/api-error.ts'
import { chipsOf } from '../../filters/filter-field.ts'
import { FilterFields } from '../../filters/filter-fields.tsx'
import { panelFields } from '../filters/panel-fields.tsx'
import { useCaseFilters } from '../filters/use-case-filters.ts'
import { VocabularyProvider } from '../vocabulary.tsx'
import { useLatest } from '../../latest.ts'
import { useEmitted } from '../../use-emitted.ts'
import { useWhenNarrow } from '../../page/narrow.ts'
import { Banner } from '../../../ui/layout/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { EmptyState, ProblemState } from '../../../ui/layout/empty-state.tsx'
import { inFigures, formatCount } from '../../../ui/text/figures.ts'
import { FilterChips } from '../../../ui/filters/filter-chips.tsx'
import { Popover } from '../../../ui/overlays/popover.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { PickerRows } from './picker-rows.tsx'
import { useCasePicker, type CasePickerState } from './use-case-picker.ts'
import styles from './case-picker.module.css'

const NONE: PickedCases = new Map()

export interface CasePickerProps {
  /** Controlled by the caller, for example as a form's draft. Cases that another user deletes are removed. */
  picked: PickedCases
  /** Picked cases that stay when they are deleted from the repository, such as those that a run has already. */
  stored?: PickedCases
  onChange: (picked: PickedCases) => void
  /** Possible assignees; null while loading. Left out: no assignment. */
  people?: readonly ProjectUser[] | null
}

/**
 * Fills its container, which sets the height. Load it with its page, because it brings the repository's machines. `picked` is `new
 * Map(cases.map(({ id, assigneeId }) => [id, assigneeId]))`.
 */
export function CasePicker(props: CasePickerProps) {
  return (
    <VocabularyProvider>
      <Picker {...props} />
    </VocabularyProvider>
  )
}

function Picker({ picked, stored = NONE, onChange, people }: CasePickerProps) {
  const state = useCasePicker()
  const { face, failure, isBusy, question, repository, picker, structure } = state
  const { order, matching, assigning, dropped } = state.picking
  const latest = useLatest({ picked, onChange })
  useWhenNarrow(() => picker.send({ type: 'assign/closed' }))
  const pick = useMemo(
    () => (ids: readonly number[], isPicked: boolean) => {
      const now = latest()
      now.onChange(withPicked(now.picked, ids, isPicked))
    },
    [latest],
  )
  useEmitted(picker, {
    'order/loaded': ({ order: loaded }) => {
      const deleted = deletedFrom(picked, stored, loaded)
      if (deleted.length === 0) return
      onChange(withPicked(picked, deleted, false))
      picker.send({ type: 'cases/dropped', count: deleted.length })
    },
  })
  const counts = useMemo(
    () => (structure === null || order === null ? null : countsBySuite(structure, order, matching, picked)),
    [structure, order, matching, picked],
  )
  const idsOf = (target: AssignTarget): readonly number[] => {
    if (target.of === 'case') return [target.id]
    if (target.of === 'all') return matching
    const suite = structure?.byId.get(target.id)
    return (structure?.suites.slice(suite?.at, suite?.end) ?? []).flatMap(({ id }) => state.bySuite.get(id) ?? [])
  }
  return (
    <section className={styles.picker} aria-label="Test cases" aria-busy={isBusy || undefined}>
      {dropped > 0 && (
        <Banner
          actions={
            <Button size="sm" onClick={() => picker.send({ type: 'drops/seen' })}>
              OK
            </Button>
          }
        >
          {formatCount(dropped, 'test case was', 'test cases were')} deleted from the repository, and{' '}
          {dropped === 1 ? 'is' : 'are'} no longer selected.
        </Banner>
      )}
      <Toolbar state={state} />
      <Head
        state={state}
        picked={picked}
        stored={stored}
        onPick={pick}
        onClear={() => onChange(new Map())}
        {...(people === undefined
          ? {}
          : { onAssign: () => picker.send({ type: 'assign/asked', target: { of: 'all' } }) })}
      />
      {face === 'loading' && (
        <div className={styles.loading} aria-hidden>
          {[160, 260, 210, 300, 180].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
      {face === 'failed' && (
        <ProblemState title="Test cases did not load" isRetrying={isBusy} onRetry={state.retry}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {face === 'empty' && <EmptyState title="Test case repository is empty" />}
      {face === 'noResults' && (
        <EmptyState
          title={isAsking(question) ? 'No test cases match' : 'Test case repository is empty'}
          actions={<Button onClick={() => repository.send({ type: 'search/cleared' })}>Clear filters</Button>}
        />
      )}
      {face === 'shown' && counts !== null && (
        <PickerRows state={state} counts={counts} picked={picked} people={people} onPick={pick} />
      )}
      {assigning !== null && people !== undefined && (
        <AssignDialog
          target={assigning}
          count={idsOf(assigning).filter((id) => picked.has(id)).length}
          current={assigning.of === 'case' ? (picked.get(assigning.id) ?? null) : null}
          people={people}
          onAssign={(ids) => {
            const cases = idsOf(assigning)
            const [only = null] = ids
            onChange(ids.length > 1 ? spreadEvenly(picked, cases, ids) : withAssignee(picked, cases, only))
            picker.send({ type: 'assign/closed' })
          }}
          onClose={() => picker.send({ type: 'assign/closed' })}
        />
      )}
    </section>
  )
}

function Toolbar({ state: { question, typed, repository } }: { state: CasePickerState }) {
  const fields = panelFields(useCaseFilters(question.filter), (filter) =>
    repository.send({ type: 'filter/changed', filter }),
  )
  return (
    <div className={styles.toolbar}>
      <SearchField
        label="Search cases"
        shortcut={null}
        maxLength={LIMITS.caseQuery}
        value={typed}
        onValueChange={(q) => repository.send({ type: 'search/typed', q })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // In a form, Enter would submit it.
          event.preventDefault()
          repository.send({ type: 'search/submitted' })
        }}
      />
      <FilterChips chips={chipsOf(fields)} />
      <Popover
        label="Filters"
        trigger={
          <Button variant="quiet" size="sm" icon={<Plus aria-hidden />}>
            Filter
          </Button>
        }
      >
        <FilterFields fields={fields} />
      </Popover>
      {(isAsking(question) || typed !== '') && (
        <Button variant="quiet" size="sm" onClick={() => repository.send({ type: 'search/cleared' })}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

interface HeadProps {
  state: CasePickerState
  picked: PickedCases
  stored: PickedCases
  onPick: (ids: readonly number[], isPicked: boolean) => void
  onClear: () => void
  onAssign?: () => void
}

/** Number of picked cases, and actions on all matches. */
function Head({ state: { picking, question, isAnswered }, picked, stored, onPick, onClear, onAssign }: HeadProps) {
  const { order, matching } = picking
  // Of a draft that was restored after the repository had been read.
  const deleted = useMemo(() => (order === null ? [] : deletedFrom(picked, stored, order)), [picked, stored, order])
  const summary = useMemo(() => (order === null ? null : summaryOf(picked, order)), [picked, order])
  const found = useMemo(() => matching.filter((id) => picked.has(id)).length, [matching, picked])
  const hasAll = found > 0 && found === matching.length
  return (
    <div className={styles.head}>
      <Checkbox
        checked={hasAll}
        isIndeterminate={found > 0 && !hasAll}
        disabled={matching.length === 0 || !isAnswered}
        onCheckedChange={() => onPick(matching, !hasAll)}
      >
        {isAsking(question) ? `All ${inFigures(matching.length)} that match` : 'All test cases'}
      </Checkbox>
      {summary !== null && (
        <output className={styles.summary}>
          <b>{inFigures(summary.picked)}</b> of {inFigures(summary.of)}
          {summary.picked > 0 && ` in ${formatCount(summary.suites, 'suite', 'suites')}`}
          {summary.gone > 0 && `, ${inFigures(summary.gone)} no longer in the repository`}
        </output>
      )}
      {deleted.length > 0 && (
        <Button variant="quiet" size="sm" onClick={() => onPick(deleted, false)}>
          Remove deleted
        </Button>
      )}
      {onAssign !== undefined && (
        <Button variant="quiet" size="sm" icon={<UserPlus aria-hidden />} disabled={found === 0} onClick={onAssign}>
          Assign
        </Button>
      )}
      <Button variant="quiet" size="sm" disabled={picked.size === 0} onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
