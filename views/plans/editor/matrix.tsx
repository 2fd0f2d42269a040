/** Matrix of runs and options: rows are runs with checkboxes, columns are options (PLANED-03 to PLANED-08). */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/control-has-associated-label -- a region that scrolls is no fieldset, and cells may be empty */
import { Ellipsis, Undo2 } from 'lucide-react'
import { memo, useMemo } from 'react'
import type { ConfigurationGroup } from '../../../contract/settings/configurations.ts'
import { appliedGroups, type ListedRun } from '../../../machines/plans/planned-runs.ts'
import type { PlanValues } from '../../../machines/plans/plan-values.ts'
import { useLatest } from '../../shared/latest.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { RowCheckbox } from '../../ui/controls/checkbox.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { Picker } from '../../ui/pickers/picker.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import type { ProjectChoices } from '../../shared/project-choices.ts'
import styles from './matrix.module.css'

interface MatrixProps {
  values: PlanValues
  runs: readonly ListedRun[]
  choices: ProjectChoices | null
  onChange: (changes: Partial<PlanValues>) => void
  onChooseCases: (runKey: string) => void
  onEditTitle: (runKey: string) => void
}

const NOBODY = 0

export function Matrix({ values, runs, choices, onChange, onChooseCases, onEditTitle }: MatrixProps) {
  const groups = appliedGroups(values)
  const latest = useLatest({ values, onChange, onChooseCases, onEditTitle })
  const acts = useMemo(() => {
    const put = (changes: (now: PlanValues) => Partial<PlanValues>) => latest().onChange(changes(latest().values))
    return {
      check: (key: string, isChecked: boolean) => put(({ checks }) => ({ checks: { ...checks, [key]: isChecked } })),
      revert: (key: string) => put(({ selections }) => ({ selections: { ...selections, [key]: null } })),
      assign: (key: string, id: number | null) => put(({ assignees }) => ({ assignees: { ...assignees, [key]: id } })),
      chooseCases: (key: string) => latest().onChooseCases(key),
      editTitle: (key: string) => latest().onEditTitle(key),
    }
  }, [latest])
  if (runs.length === 0)
    return (
      <div className={styles.none}>
        <EmptyState title={groups.length === 0 ? 'No runs yet' : 'No runs to show'}>
          {groups.length === 0
            ? 'Add a configuration group and choose its options: each combination becomes a test run.'
            : 'Choose other options, or remove a rule.'}
        </EmptyState>
      </div>
    )
  const checked = runs.filter(({ isChecked }) => isChecked)
  const isAll = checked.length === runs.length
  const counts = new Map<number, number>()
  for (const { configurations } of checked)
    for (const { optionId } of configurations) counts.set(optionId, (counts.get(optionId) ?? 0) + 1)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0} role="group" aria-label="Runs and their options">
      <table className={styles.matrix}>
        <thead>
          <tr>
            <td colSpan={2} />
            {groups.map(({ id, name, options }) => (
              <th key={id} colSpan={options.length} scope="colgroup" data-first>
                {name}
              </th>
            ))}
            <td colSpan={3} data-first />
          </tr>
          <tr data-options>
            <th>
              <RowCheckbox
                label="Check all runs"
                checked={isAll ? true : checked.length > 0 ? 'mixed' : false}
                onCheckedChange={() =>
                  onChange({
                    checks: { ...values.checks, ...Object.fromEntries(runs.map(({ key }) => [key, !isAll])) },
                  })
                }
              />
            </th>
            <th scope="col">Run</th>
            {groups.flatMap(({ options }) =>
              options.map(({ id, name }, at) => (
                <th key={id} scope="col" className={styles.turned} data-first={at === 0 || undefined} title={name}>
                  <span>{name}</span>
                </th>
              )),
            )}
            <th scope="col" data-first>
              Cases
            </th>
            <th>
              <VisuallyHidden>Assignee</VisuallyHidden>
            </th>
            <th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Line
              key={run.key}
              run={run}
              groups={groups}
              baseCount={values.baseTestCaseIds.length}
              people={choices?.people ?? null}
              isNew={values.stored !== null && run.stored === null}
              acts={acts}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>Runs with this option</td>
            {groups.flatMap(({ options }) =>
              options.map(({ id }, at) => (
                <td key={id} data-first={at === 0 || undefined}>
                  {counts.get(id) ?? 0}
                </td>
              )),
            )}
            <td colSpan={3} data-first />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface LineProps {
  run: ListedRun
  groups: readonly ConfigurationGroup[]
  baseCount: number
  people: ProjectChoices['people'] | null
  /** In an existing plan: a run that saving adds. */
  isNew: boolean
  acts: {
    check: (key: string, isChecked: boolean) => void
    revert: (key: string) => void
    assign: (key: string, id: number | null) => void
    chooseCases: (key: string) => void
    editTitle: (key: string) => void
  }
}

const Line = memo(function Line({ run, groups, baseCount, people, isNew, acts }: LineProps) {
  const { key, title, configurations, testCaseIds, assigneeId, isChecked, stored } = run
  const chosen = new Set(configurations.map(({ optionId }) => optionId))
  const assignee = people?.find(({ id }) => id === assigneeId)
  const isKept = assigneeId === undefined && stored !== null
  const mark = isChecked ? (isNew ? 'Added' : null) : stored === null ? 'left out' : 'will be deleted'
  return (
    <tr data-off={isChecked ? undefined : ''}>
      <td>
        <RowCheckbox
          label={`Include ${title}`}
          checked={isChecked}
          onCheckedChange={(wanted) => acts.check(key, wanted)}
        />
      </td>
      <th scope="row">
        <span className={styles.title}>{title}</span>
        {mark !== null && (
          <span
            className={styles.mark}
            data-loss={mark === 'will be deleted' || undefined}
            data-new={isChecked || undefined}
          >
            {mark}
          </span>
        )}
      </th>
      {groups.flatMap(({ options }) =>
        options.map(({ id, name }, at) => (
          <td key={id} className={styles.cell} data-first={at === 0 || undefined}>
            {chosen.has(id) ? (
              <i>
                <VisuallyHidden>{name}</VisuallyHidden>
              </i>
            ) : (
              <b aria-hidden />
            )}
          </td>
        )),
      )}
      <td className={styles.cases} data-first>
        {testCaseIds === null ? (
          'Base selection inherited'
        ) : (
          <>
            <b>{inFigures(testCaseIds.length)}</b> of {inFigures(baseCount)}, own selection
            <IconButton size="sm" label={`Revert ${title} to the base selection`} onClick={() => acts.revert(key)}>
              <Undo2 aria-hidden />
            </IconButton>
          </>
        )}
      </td>
      <td>
        <Popover
          label={`Assignee of ${title}`}
          align="end"
          trigger={
            <button
              type="button"
              className={styles.who}
              aria-label={`Assignee of ${title}: ${assignee?.name ?? (isKept ? 'as it is' : 'Nobody')}`}
              data-tip={assignee === undefined ? (isKept ? 'Assignees stay as they are' : 'Assign') : undefined}
            >
              <Avatar name={assignee?.name ?? null} photoUrl={assignee?.photoUrl ?? null} />
            </button>
          }
        >
          {(close) => (
            <Picker
              label="Assignee"
              searchLabel="Search people"
              options={
                people === null
                  ? null
                  : [
                      { id: NOBODY, label: 'Nobody' },
                      ...people.map(({ id, name, email }) => ({ id, label: name, aside: email })),
                    ]
              }
              chosen={assigneeId == null ? [] : [assigneeId]}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened it
              autoFocus
              onChange={([id]) => {
                if (id !== undefined) acts.assign(key, id === NOBODY ? null : id)
                close()
              }}
            />
          )}
        </Popover>
      </td>
      <td>
        <Menu
          label={`Actions for ${title}`}
          align="end"
          trigger={
            <IconButton size="sm" label={`Actions for ${title}`}>
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <MenuItem onSelect={() => acts.editTitle(key)}>Rename</MenuItem>
          <MenuItem onSelect={() => acts.chooseCases(key)}>Choose other cases</MenuItem>
        </Menu>
      </td>
    </tr>
  )
}, isSameLine)

/** Memoised: arrays are new after each edit, and a row re-renders only when its values differ. */
function isSameLine(one: LineProps, other: LineProps): boolean {
  const [a, b] = [one.run, other.run]
  return (
    a.key === b.key &&
    a.title === b.title &&
    a.testCaseIds === b.testCaseIds &&
    a.assigneeId === b.assigneeId &&
    a.isChecked === b.isChecked &&
    a.stored === b.stored &&
    one.isNew === other.isNew &&
    one.baseCount === other.baseCount &&
    one.people === other.people &&
    one.groups.length === other.groups.length &&
    one.groups.every((group, at) => group === other.groups[at])
  )
}
