/** Panel of the filter bar: predicates, label keys, then values. In a popover, or in the Filters dialog. */
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { listLaunchLabels, listLaunchChoices, listLaunchLabelKeys } from '../../../contract/launches/launch-choices.ts'
import { isFlag, type Operator } from '../../../contract/launches/launch-predicates.ts'
import type { LaunchesQuery } from '../../../contract/launches/launches.ts'
import { filterBar, type KeysPage, type Values } from '../../../machines/launches/filter-bar.machine.ts'
import {
  ANY_VALUE,
  choosing,
  chosenIn,
  labelKeysIn,
  operatorOf,
  turning,
  type Choice,
} from '../../../machines/launches/filter-choices.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Count } from '../../ui/marks/count.tsx'
import { Picker } from '../../ui/pickers/picker.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { FilterPage, FilterRow, NoFilters } from '../../ui/filters/filter-page.tsx'
import { choiceLabel, FIELDS, fixedValues, operatorLabels, formatValue } from './filter-text.ts'
import styles from './filter-states.module.css'

export type FilterPanelProps = {
  query: LaunchesQuery
  onFilter: (filter: Partial<LaunchesQuery>) => void
  /** Opens with the values of this predicate. */
  choice?: Choice
  operator?: Operator
}

export function FilterPanel({ query, onFilter, choice: first, operator }: FilterPanelProps) {
  const { send } = useApplication()
  const { key } = useProject()
  const machine = useMemo(
    () =>
      filterBar.provide({
        actors: {
          values: fromPromise<Values, { choice: Choice; q: string }>(({ input: { choice, q }, signal }) => {
            if (choice.field === 'label')
              return send(listLaunchLabels, { params: { projectKey: key }, query: { key: choice.key, q }, signal })
            if (choice.field === 'status' || isFlag(choice.field))
              throw new Error(`values of ${choice.field} are not asked for`)
            return send(listLaunchChoices, { params: { projectKey: key, field: choice.field }, query: { q }, signal })
          }),
          keys: fromPromise<KeysPage, { pageToken: string }>(({ input, signal }) =>
            send(listLaunchLabelKeys, { params: { projectKey: key }, query: { pageToken: input.pageToken }, signal }),
          ),
        },
      }),
    [send, key],
  )
  const input = { ...(first === undefined ? {} : { choice: first }), ...(operator === undefined ? {} : { operator }) }
  const bar = useActorRef(machine, { input })
  const snapshot = useSelector(bar, (one) => one)
  const { choice, keys } = snapshot.context
  const open = (next: Choice) => bar.send({ type: 'choice/opened', choice: next, operator: operatorOf(query, next) })
  const back = () => bar.send({ type: 'bar/back' })

  if (choice !== null)
    return (
      <FilterPage key="values" back={first === undefined ? { words: choiceLabel(choice), onBack: back } : undefined}>
        <ChoiceValues bar={bar} choice={choice} query={query} onFilter={onFilter} />
      </FilterPage>
    )
  if (snapshot.matches('keys')) {
    const known = [...new Set([...labelKeysIn(query), ...keys])]
    return (
      <FilterPage key="keys" back={{ words: 'Label', onBack: back }}>
        {known.map((one) => (
          <FilterRow
            key={one}
            words={one}
            chosen={chosenCount(countOf(query, { field: 'label', key: one }))}
            onOpen={() => open({ field: 'label', key: one })}
          />
        ))}
        {snapshot.matches({ keys: 'loading' }) && known.length === 0 && <Rows label="Label keys load" />}
        {snapshot.matches({ keys: 'complete' }) && known.length === 0 && (
          <NoFilters>No launch of this project has a label yet</NoFilters>
        )}
        {snapshot.matches({ keys: 'failed' }) && (
          <Failed words={messageOf(snapshot.context.failure)} onRetry={() => bar.send({ type: 'keys/retried' })} />
        )}
      </FilterPage>
    )
  }
  const labels = labelKeysIn(query).reduce((sum, one) => sum + countOf(query, { field: 'label', key: one }), 0)
  return (
    <FilterPage key="fields">
      {FIELDS.map((field) => (
        <FilterRow
          key={field}
          words={choiceLabel({ field })}
          chosen={chosenCount(countOf(query, { field }))}
          onOpen={() => open({ field })}
        />
      ))}
      <FilterRow words="Label" chosen={chosenCount(labels)} onOpen={() => bar.send({ type: 'keys/opened' })} />
    </FilterPage>
  )
}

const countOf = (query: LaunchesQuery, choice: Choice): number =>
  chosenIn(query, choice, 'IS').length + chosenIn(query, choice, 'IS_NOT').length

const chosenCount = (count: number) => count > 0 && <Count value={count} />

type ChoiceValuesProps = FilterPanelProps & { bar: ReturnType<typeof useActorRef<typeof filterBar>>; choice: Choice }

/** Operators of a multiple choice. */
const OPERATOR_SEGMENTS = (['IS', 'IS_NOT'] as const).map((value) => ({ value, label: operatorLabels[value] }))

function ChoiceValues({ bar, choice, query, onFilter }: ChoiceValuesProps) {
  const snapshot = useSelector(bar, (one) => one)
  const { operator, q, values, failure } = snapshot.context
  const words = choiceLabel(choice)
  const fixed = fixedValues(choice)
  const selected = chosenIn(query, choice, operator)
  const isFailed = snapshot.matches({ values: 'failed' })
  const offered = fixed ?? [
    ...(choice.field === 'label' && q.trim() === '' ? [ANY_VALUE] : []),
    ...(values?.items ?? []),
  ]
  const options = [...new Set([...offered, ...(q.trim() === '' ? selected : [])])].map((value) => ({
    id: value,
    label: formatValue(choice, value),
  }))
  // Chosen values that the search hides stay chosen.
  const hidden = selected.filter((value) => !options.some(({ id }) => id === value))
  const isWaiting = snapshot.matches({ values: 'typing' }) || snapshot.matches({ values: 'loading' })
  return (
    <>
      {!isFlag(choice.field) && (
        <SegmentedControl
          label={`How ${words} is compared`}
          size="sm"
          segments={OPERATOR_SEGMENTS}
          value={operator}
          onValueChange={(next) => {
            bar.send({ type: 'operator/chosen', operator: next })
            const change = turning(query, choice, next)
            if (Object.keys(change).length > 0) onFilter(change)
          }}
        />
      )}
      {fixed === null && values === null && !isFailed ? (
        <Rows label={`Values of ${words} load`} />
      ) : fixed === null && values === null ? (
        <Failed words={messageOf(failure)} onRetry={() => bar.send({ type: 'values/retried' })} />
      ) : (
        <Picker
          label={words}
          searchLabel={`Search ${words.toLowerCase()}`}
          options={options}
          chosen={selected.filter((value) => !hidden.includes(value))}
          isMultiple={!isFlag(choice.field)}
          canBeNone
          none="No launch has a value here"
          {...(fixed === null && (values?.hasMore === true || q !== '' || options.length > 8)
            ? {
                remote: {
                  q,
                  isWaiting,
                  hasMore: values?.hasMore === true,
                  failure: isFailed ? messageOf(failure) : null,
                  onType: (typed: string) => bar.send({ type: 'values/typed', q: typed }),
                  onSubmit: () => bar.send({ type: 'values/submitted' }),
                  onRetry: () => bar.send({ type: 'values/retried' }),
                },
              }
            : {})}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- its opener has unmounted, or is beside the panel
          autoFocus
          onChange={(next) => onFilter(choosing(query, choice, operator, [...hidden, ...next]))}
        />
      )}
    </>
  )
}

/** Ten skeleton rows (LFIL-11). */
function Rows({ label }: { label: string }) {
  return (
    <output className={styles.rows} aria-label={label} aria-busy>
      {[110, 84, 132, 96, 148, 72, 120, 104, 88, 126].map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width={14} height={14} />
          <Skeleton width={width} />
        </div>
      ))}
    </output>
  )
}

function Failed({ words, onRetry }: { words: string; onRetry: () => void }) {
  return (
    <div className={styles.none} role="alert">
      <p>{words}</p>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
