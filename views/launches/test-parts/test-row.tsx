/** A test of the launch's list, memoised by test, stability and selection. */
import {
  AppWindow,
  Bug,
  BugPlay,
  ExternalLink,
  Footprints,
  Link as LinkIcon,
  Paperclip,
  ShieldCheck,
  ShieldMinus,
  Tag,
} from 'lucide-react'
import { memo } from 'react'
import { marksFor, type LaunchTest, type Mark } from '../../../contract/launches/launch-tests.ts'
import type { TestStability } from '../../../contract/launches/test-stability.ts'
import { canTag } from '../../../contract/launches/failure-tags.ts'
import { kindOf } from '../../../contract/launches/launches.ts'
import type { QuarantineMark } from '../../../contract/launches/quarantine.ts'
import { testHref } from '../../shared/routes.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { RowCheckbox } from '../../ui/controls/checkbox.tsx'
import { Duration } from '../../ui/text/duration.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { Cell, Row, RowLink } from '../../ui/lists/list.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import { kindLabels } from '../../ui/results/result-kinds.ts'
import { rowIcons } from '../../ui/marks/row-icon.tsx'
import { showTip } from '../../ui/tooltips/show-tip.ts'
import { Chips } from '../chips.tsx'
import { copyLink } from '../../shared/copy-link.ts'
import { IssueChip } from './issue-chip.tsx'
import type { TestRights } from '../launch-actions.ts'
import { labelChips } from '../launch-chips.ts'
import { displayedKind, testStatusLabels } from '../../shared/launch-labels.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { QuarantineSign } from '../quarantine/quarantine-mark.tsx'
import { tipOf } from '../row-tips.ts'
import { TagOfTest } from './tag-chip.tsx'
import { showsTag, type FailureTagsById } from './use-failure-tags.ts'
import { StabilityBars } from './stability-bars.tsx'
import styles from '../launch/tests-table.module.css'

/** Actions that are available for tests here. */
export type TestActions = {
  onSelect: (ids: readonly number[], isSelected: boolean) => void
  /** Called on hover or press, before it opens. */
  onOpen: (id: number) => void
  onMark: (tests: readonly LaunchTest[], status: Mark) => void
  onLink: (tests: readonly LaunchTest[]) => void
  /** Creates or links an issue for one failed test. */
  onCreateIssue: (test: LaunchTest) => void
  onTag: (tests: readonly LaunchTest[]) => void
  onSessions: (test: LaunchTest) => void
  /** Null without permission to change the quarantine. */
  onQuarantine: ((tests: readonly LaunchTest[]) => void) | null
  onRelease: (tests: readonly LaunchTest[]) => void
}

export type TestRowProps = TestActions & {
  projectKey: string
  test: LaunchTest
  stability: TestStability | undefined
  /** Undefined also while only the test says that it is quarantined. */
  quarantined: QuarantineMark | undefined
  isQuarantined: boolean
  rights: TestRights
  tags: FailureTagsById
  isSelected: boolean
  isOpen: boolean
}

export const TestRow = memo(function TestRow(props: TestRowProps) {
  const {
    projectKey,
    test,
    stability,
    quarantined,
    isQuarantined,
    rights,
    tags,
    isSelected,
    isOpen,
    onSelect,
    onOpen,
    onSessions,
  } = props
  const kind = displayedKind(kindOf(test))
  const href = testHref(projectKey, test.launchId, test.id)
  const [firstCase] = test.testCases
  const hasTag = showsTag(test, tags)
  const hasFacts = hasTag || test.hasTrace || test.issueReferences.length + test.labels.length + test.artifactsCount > 0
  return (
    <Row isSelected={isSelected} className={styles.row} data-test={test.id}>
      {rights.canWrite && (
        <Cell>
          <RowCheckbox
            label={`Select ${test.name}`}
            checked={isSelected}
            onCheckedChange={(isOn) => onSelect([test.id], isOn)}
          />
        </Cell>
      )}
      <Cell>
        <span data-tip={kindLabels[kind]}>
          <ResultIcon kind={kind} label={kindLabels[kind]} />
        </span>
      </Cell>
      <Cell className={styles.name} data-wide={!hasFacts || undefined}>
        <RowLink
          href={href}
          aside={test.className ?? undefined}
          onPointerEnter={({ currentTarget }) => showTip(currentTarget, tipOf(test))}
          onFocus={({ currentTarget }) => showTip(currentTarget, tipOf(test))}
        >
          {test.name}
        </RowLink>
        {isQuarantined && <QuarantineSign mark={quarantined} className={styles.quarantined} />}
        {test.message !== null && (
          <button
            type="button"
            className={styles.opener}
            aria-expanded={isOpen}
            aria-label={`Stack trace of ${test.name}`}
            data-tip={isOpen ? 'Hide the stack trace' : 'Show the stack trace'}
            onClick={() => onOpen(test.id)}
          >
            {rowIcons.open}
          </button>
        )}
      </Cell>
      {hasFacts && (
        <Cell className={styles.facts}>
          <TagOfTest test={test} tags={tags} />
          {test.issueReferences.map(({ id }) => (
            <IssueChip key={id} id={id} />
          ))}
          <Chips chips={labelChips(test.labels)} max={hasTag || test.issueReferences.length > 0 ? 0 : 1} />
          {test.hasTrace && (
            <PlainLink
              href={testHref(projectKey, test.launchId, test.id, 'trace')}
              className={styles.count}
              aria-label={`Trace of ${test.name}`}
              data-tip="Trace"
            >
              <Footprints aria-hidden />
            </PlainLink>
          )}
          {test.artifactsCount > 0 && (
            <PlainLink
              href={testHref(projectKey, test.launchId, test.id, 'artifacts')}
              className={styles.count}
              aria-label={formatCount(test.artifactsCount, 'artifact')}
              data-tip={formatCount(test.artifactsCount, 'artifact')}
            >
              <Paperclip aria-hidden />
              {test.artifactsCount}
            </PlainLink>
          )}
        </Cell>
      )}
      <Cell className={styles.case} title={test.testCases.map(({ testCaseId }) => testCaseId).join(', ') || undefined}>
        {firstCase === undefined ? '–' : firstCase.testCaseId}
        {test.testCases.length > 1 && ` +${test.testCases.length - 1}`}
      </Cell>
      <Cell className={styles.who}>
        <Avatar name={test.owner} />
      </Cell>
      <Cell className={styles.stability}>
        <StabilityBars stability={stability} />
      </Cell>
      <Cell align="end" className={styles.sessions}>
        {test.testSessionsCount > 0 && (
          <button
            type="button"
            className={styles.count}
            aria-label={`${formatCount(test.testSessionsCount, 'session')} of ${test.name}`}
            data-tip={formatCount(test.testSessionsCount, 'session')}
            onClick={() => onSessions(test)}
          >
            <AppWindow aria-hidden />
            {test.testSessionsCount}
          </button>
        )}
      </Cell>
      <Cell align="end" className={styles.duration}>
        {test.status === 'IN_PROGRESS' && test.durationMs === null ? (
          <Duration since={test.startTime} />
        ) : (
          <Duration ms={test.durationMs} />
        )}
      </Cell>
      <Cell className={styles.more}>
        <Menu
          label={`Actions for ${test.name}`}
          align="end"
          trigger={
            <IconButton size="sm" label="Actions">
              {rowIcons.more}
            </IconButton>
          }
        >
          <TestMenuItems {...props} href={href} />
        </Menu>
      </Cell>
    </Row>
  )
})

export type TestMenuProps = Pick<
  TestRowProps,
  'test' | 'rights' | 'quarantined' | 'onMark' | 'onLink' | 'onCreateIssue' | 'onTag' | 'onQuarantine' | 'onRelease'
> & { href: string }

export function TestMenuItems(props: TestMenuProps) {
  const { test, rights, quarantined, href, onMark, onLink, onCreateIssue, onTag, onQuarantine, onRelease } = props
  const marks = rights.canWrite ? marksFor([test]) : []
  return (
    <>
      <MenuItem icon={<ExternalLink aria-hidden />} href={href} target="_blank">
        Open in new tab
      </MenuItem>
      <MenuItem icon={<LinkIcon aria-hidden />} onSelect={() => void copyLink(href)}>
        Copy link
      </MenuItem>
      {marks.length > 0 && (
        <>
          <MenuSeparator />
          <MenuSection label="Mark as">
            {marks.map((mark) => (
              <MenuItem key={mark} icon={<ResultIcon kind={markKind[mark]} />} onSelect={() => onMark([test], mark)}>
                {testStatusLabels[mark]}
              </MenuItem>
            ))}
          </MenuSection>
        </>
      )}
      {rights.canTag && canTag(test) && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Tag aria-hidden />} onSelect={() => onTag([test])}>
            Assign failure tag
          </MenuItem>
        </>
      )}
      {rights.canLinkIssues && isLinkable(test) && (
        <>
          {!(rights.canTag && canTag(test)) && <MenuSeparator />}
          <MenuItem icon={<Bug aria-hidden />} onSelect={() => onLink([test])}>
            {test.issueReferences.length > 0 ? 'Change issue' : 'Link issue'}
          </MenuItem>
          {test.issueReferences.length === 0 && (
            <MenuItem icon={<BugPlay aria-hidden />} onSelect={() => onCreateIssue(test)}>
              Create issue
            </MenuItem>
          )}
        </>
      )}
      {onQuarantine !== null && (
        <>
          <MenuSeparator />
          <MenuItem icon={<ShieldMinus aria-hidden />} onSelect={() => onQuarantine([test])}>
            {quarantined === undefined ? 'Quarantine' : 'Change quarantine'}
          </MenuItem>
          {quarantined !== undefined && (
            <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => onRelease([test])}>
              Release from quarantine
            </MenuItem>
          )}
        </>
      )}
    </>
  )
}

export const markKind = { PASSED: 'manual', BLOCKED: 'blocked', FAILED: 'failed' } as const

/** ISSUES-01, ISSUES-02. */
export const isLinkable = ({ status, message }: LaunchTest): boolean => status === 'FAILED' && message !== null
