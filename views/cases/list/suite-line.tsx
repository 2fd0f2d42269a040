/** A suite's row in the list, with its counts and actions. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element cannot hold virtual rows */
import {
  ChevronDown,
  ChevronRight,
  Copy,
  Ellipsis,
  FolderInput,
  FolderPlus,
  ListPlus,
  Pencil,
  Plus,
  Sparkles,
  Trash2,
  Workflow,
} from 'lucide-react'
import { memo } from 'react'
import type { PlacedSuite } from '../../../machines/cases/repository-layout.ts'
import { useProject } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { caseModelHref } from '../../shared/cases/address.ts'
import { InlineTitle } from './inline-title.tsx'
import { levelled } from './list-heights.ts'
import { formatCount } from '../../ui/text/figures.ts'
import styles from './repository-list.module.css'

/** Stable, so that rows do not re-render. */
export interface SuiteActions {
  onToggle: (suite: PlacedSuite, isOpen: boolean) => void
  onAddCase: (suite: PlacedSuite) => void
  onAddSuite: (suite: PlacedSuite) => void
  onEdit: (suite: PlacedSuite) => void
  onDelete: (suite: PlacedSuite) => void
  onCopy: (suite: PlacedSuite) => void
  onMove: (suite: PlacedSuite) => void
  /** Only where the edition has an assistant. */
  onSuggest?: (suite: PlacedSuite) => void
  onRename: (suite: PlacedSuite, title: string, expected: string) => Promise<unknown>
  onRenamed: () => void
}

export interface SuiteLineProps {
  suite: PlacedSuite
  level: number
  top: number
  height: number
  isOpen: boolean
  place: number
  isActive: boolean
  isCut: boolean
  isRenaming: boolean
  canWrite: boolean
  /** Shown above the rows of a suite that is scrolled past, hidden from screen readers, which read the row. */
  isSticky?: boolean
  actions: SuiteActions
}

// Stable elements, which React skips: this renders in each frame of scrolling.
const OPEN = <ChevronDown aria-hidden />
const CLOSED = <ChevronRight aria-hidden />
const ADD = <Plus aria-hidden />
const MORE = <Ellipsis aria-hidden />

export const SuiteLine = memo(function SuiteLine(props: SuiteLineProps) {
  const { suite, level, top, height, isOpen, place, isActive, isCut, isRenaming, canWrite, isSticky, actions } = props
  const ancestors = level === 0 || isSticky === true ? suite.ancestors : []
  return (
    <div
      {...(isSticky === true
        ? { 'aria-hidden': true }
        : {
            id: `suite-${suite.id}`,
            role: 'row',
            'aria-rowindex': place,
            'aria-level': level + 1,
            'aria-expanded': isOpen,
          })}
      data-active={isActive || undefined}
      data-cut={isCut || undefined}
      data-sticky={isSticky || undefined}
      className={styles.suite}
      style={levelled({ top, height }, isSticky === true ? 0 : level)}
    >
      <span role={isSticky === true ? undefined : 'gridcell'} className={styles.suiteName}>
        <button
          type="button"
          tabIndex={-1}
          className={styles.toggle}
          aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${suite.title}`}
          onClick={() => actions.onToggle(suite, !isOpen)}
        >
          {isOpen ? OPEN : CLOSED}
        </button>
        {isRenaming ? (
          <InlineTitle
            of={`suite:${suite.id}`}
            label={`Rename suite ${suite.title}`}
            initial={{ title: suite.title }}
            onSave={(title, seen) => actions.onRename(suite, title, seen.title)}
            onClose={actions.onRenamed}
          />
        ) : (
          <>
            <h2 title={[...ancestors, suite].map(({ title }) => title).join(' / ')}>
              {ancestors.length > 0 && (
                <span className={styles.path}>{ancestors.map(({ title }) => `${title} / `).join('')}</span>
              )}
              {suite.title}
            </h2>
            <span className={styles.count}>
              {level === 0 ? formatCount(suite.total, 'case', 'cases') : suite.total.toLocaleString('en')}
            </span>
          </>
        )}
      </span>
      {canWrite && !isRenaming && (
        <span role={isSticky === true ? undefined : 'gridcell'} className={styles.acts}>
          <IconButton
            size="sm"
            label={`Add a test case to ${suite.title}`}
            tabIndex={isActive && isSticky !== true ? 0 : -1}
            onClick={() => actions.onAddCase(suite)}
          >
            {ADD}
          </IconButton>
          <SuiteMenu suite={suite} isReachable={isActive && isSticky !== true} actions={actions} />
        </span>
      )}
    </div>
  )
})

interface SuiteMenuProps {
  suite: PlacedSuite
  isReachable: boolean
  actions: SuiteActions
}

function SuiteMenu({ suite, isReachable, actions }: SuiteMenuProps) {
  return (
    <Menu
      label={`Actions for suite ${suite.title}`}
      align="end"
      trigger={
        <IconButton size="sm" label={`Actions for suite ${suite.title}`} tabIndex={isReachable ? 0 : -1} data-menu>
          {MORE}
        </IconButton>
      }
    >
      <SuiteMenuItems suite={suite} actions={actions} />
    </Menu>
  )
}

/** Actions on a suite. */
export function SuiteMenuItems({ suite, actions }: Pick<SuiteMenuProps, 'suite' | 'actions'>) {
  const { onSuggest } = actions
  const { key } = useProject()
  return (
    <>
      <MenuItem icon={<ListPlus aria-hidden />} onSelect={() => actions.onAddCase(suite)}>
        Add test case
      </MenuItem>
      <MenuItem icon={<FolderPlus aria-hidden />} onSelect={() => actions.onAddSuite(suite)}>
        Create sub-suite
      </MenuItem>
      {onSuggest && (
        <MenuItem icon={<Sparkles aria-hidden />} onSelect={() => onSuggest(suite)}>
          Suggest test cases
        </MenuItem>
      )}
      <MenuItem icon={<Workflow aria-hidden />} href={caseModelHref(key, suite.id)}>
        Cases from a model
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => actions.onEdit(suite)}>
        Edit
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => actions.onCopy(suite)}>
        Copy
      </MenuItem>
      <MenuItem icon={<FolderInput aria-hidden />} onSelect={() => actions.onMove(suite)}>
        Move to…
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => actions.onDelete(suite)}>
        Delete
      </MenuItem>
    </>
  )
}

/** Placeholder of a suite without cases. */
export function SuiteActionsLine({
  suite,
  level,
  top,
  height,
  actions,
}: Pick<SuiteLineProps, 'suite' | 'level' | 'top' | 'height' | 'actions'>) {
  return (
    <div role="row" className={styles.fill} style={levelled({ top, height }, level)}>
      <span role="gridcell">
        <Button
          size="sm"
          variant="quiet"
          tabIndex={-1}
          icon={<Plus aria-hidden />}
          onClick={() => actions.onAddCase(suite)}
        >
          Test case
        </Button>
        <Button
          size="sm"
          variant="quiet"
          tabIndex={-1}
          icon={<Plus aria-hidden />}
          onClick={() => actions.onAddSuite(suite)}
        >
          Sub-suite
        </Button>
      </span>
    </div>
  )
}
