/** Head of a group of tests: folds the group, and selects its tests. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element cannot hold virtual rows */
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { TestGrouping } from '../../../contract/launches/launch-tests.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { Cell } from '../../ui/lists/list.tsx'
import { testStatusLabels } from '../../shared/launch-labels.ts'
import { formatCount } from '../../ui/text/figures.ts'
import type { TestRights } from '../launch-actions.ts'
import type { TestActions } from '../test-parts/test-row.tsx'
import { groupLabel, seenText, type TestLine } from './test-lines.ts'
import styles from './tests-table.module.css'

type GroupHeadProps = {
  line: TestLine & { kind: 'group' }
  grouping: TestGrouping
  rights: TestRights
  /** Selected tests, by id. */
  chosen: ReadonlySet<number>
  onToggle: () => void
  onSelect: TestActions['onSelect']
}

export function GroupHead({
  line: { group, tests, isOpen },
  grouping,
  rights,
  chosen,
  onToggle,
  onSelect,
}: GroupHeadProps) {
  const ids = tests.map(({ id }) => id)
  const count = ids.filter((id) => chosen.has(id)).length
  const words = groupLabel(group, grouping)
  const seen = seenText(group)
  const statusOf = grouping === 'status' ? tests[0] : undefined
  return (
    <div role="row" className={styles.group}>
      {rights.canWrite && (
        <Cell>
          <Checkbox
            aria-label={`Select the group ${words}`}
            checked={count === ids.length}
            isIndeterminate={count > 0 && count < ids.length}
            onCheckedChange={() => onSelect(ids, count < ids.length)}
          />
        </Cell>
      )}
      <Cell className={styles.groupCell}>
        <button
          type="button"
          className={styles.groupName}
          aria-expanded={isOpen}
          title={[group.label, group.detail].filter(Boolean).join('\n') || undefined}
          onClick={onToggle}
        >
          {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          <span data-mono={grouping === 'failure' && group.key !== '' ? '' : undefined}>
            {statusOf === undefined ? words : testStatusLabels[statusOf.status]}
          </span>
          {group.detail !== null && <span className={styles.groupDetail}>{group.detail}</span>}
        </button>
        {seen !== null && <Chip isQuiet>{seen}</Chip>}
      </Cell>
      <Cell className={styles.tally}>{formatCount(group.tests, 'test')}</Cell>
    </div>
  )
}
