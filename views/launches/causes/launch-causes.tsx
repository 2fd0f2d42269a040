/** Failures of a launch grouped by cause, with one cause open. */
import { Check } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { ISSUE_LIMITS } from '../../../contract/launches/issues.ts'
import type { Cause } from '../../../contract/launches/causes.ts'
import type { AcceptedCause } from '../../../machines/launches/cause-work.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject } from '../../application/context.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Kbd } from '../../ui/controls/kbd.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { useShortcut } from '../../ui/controls/shortcuts.ts'
import type { TestRights } from '../launch-actions.ts'
import type { FailureTagsById } from '../test-parts/use-failure-tags.ts'
import { CauseDetail } from './cause-detail.tsx'
import { CauseRow } from './cause-row.tsx'
import { acceptable } from './cause-text.ts'
import styles from './causes.module.css'
import { useCauses } from './use-causes.ts'

const IssueDialog = later(() => import('../test-parts/link-issue-dialog.tsx').then((m) => m.IssueDialog))
const CreateIssueDialog = later(() => import('../test-parts/create-issue-dialog.tsx').then((m) => m.CreateIssueDialog))

interface LaunchCausesProps {
  launchId: number
  /** Open cause, from the address; null opens the first on wide pages. */
  cause: string | null
  tags: FailureTagsById
  rights: TestRights
}

/** Rows of the first render; the rest follow in a task of their own. */
const FIRST_ROWS = 20
const NONE: readonly Cause[] = []

export function LaunchCauses({ launchId, cause: opened, tags, rights }: LaunchCausesProps) {
  const { key: projectKey } = useProject()
  const { actor, value: answer, failure, hasFailed, isWorking } = useCauses(launchId)
  const [creating, setCreating] = useState<Cause | null>(null)
  const [linking, setLinking] = useState<Cause | null>(null)
  const waiting = useMemo(
    () => (answer?.items ?? []).flatMap((cause) => acceptable(cause, rights) ?? []),
    [answer, rights],
  )
  const all = answer?.items ?? NONE
  const first = useMemo(() => all.slice(0, FIRST_ROWS), [all])
  const isSettled = useDeferredValue<readonly Cause[]>(all, NONE) === all
  const classify = (cause: AcceptedCause) => actor.send({ type: 'change/perform', work: { kind: 'classify', cause } })
  const acceptAll = () => actor.send({ type: 'change/perform', work: { kind: 'accept', causes: waiting } })
  useShortcut({
    keys: 'A',
    label: 'Accept all suggestions',
    group: 'This page',
    isActive: waiting.length > 0,
    run: acceptAll,
  })
  if (hasFailed)
    return (
      <ProblemState title="Failures did not load" onRetry={() => actor.send({ type: 'list/refresh' })}>
        {messageOf(failure)}
      </ProblemState>
    )
  if (answer === null)
    return (
      <div className={styles.panes} aria-busy>
        <div className={styles.list}>
          {[320, 260, 380, 290].map((width) => (
            <div key={width} className={styles.loading}>
              <Skeleton width={width} />
            </div>
          ))}
        </div>
      </div>
    )
  const { items, fixed, comparedWith, causesTotal, failures, withoutText } = answer
  if (items.length + fixed.length === 0)
    return (
      <EmptyState title={failures === 0 ? 'No failures' : 'These failures have no text'}>
        {failures === 0
          ? 'No test of this launch failed.'
          : 'The agent reported no message for them, so they cannot be grouped.'}
      </EmptyState>
    )
  const known = [...items, ...fixed]
  const current = known.find((one) => one.key === opened || one.messages.some(({ key }) => key === opened)) ?? known[0]
  const row = (one: Cause) => (
    <CauseRow key={one.key} cause={one} isCurrent={one === current} {...{ projectKey, launchId, tags }} />
  )
  return (
    <div className={styles.panes} data-opened={opened !== null || undefined}>
      <div className={styles.list}>
        <div className={styles.bar}>
          <span>
            {formatCount(failures, 'failure')}, {formatCount(causesTotal, 'cause')}
          </span>
          {waiting.length > 0 && (
            <Button size="sm" icon={<Check aria-hidden />} isPending={isWorking} onClick={acceptAll}>
              {`Accept ${formatCount(waiting.length, 'suggestion')}`} <Kbd keys="A" />
            </Button>
          )}
        </div>
        <ul aria-label="Causes">{(isSettled ? items : first).map(row)}</ul>
        {causesTotal > items.length && (
          <p className={styles.foot}>{formatCount(causesTotal - items.length, 'more cause')} with fewer tests</p>
        )}
        {withoutText > 0 && <p className={styles.foot}>{formatCount(withoutText, 'failure')} without a text</p>}
        {fixed.length > 0 && (
          <>
            <h3 className={styles.section}>
              Fixed since #{comparedWith?.launchNumber} <span>{formatCount(fixed.length, 'cause')}</span>
            </h3>
            <ul aria-label="Fixed causes">{fixed.map(row)}</ul>
          </>
        )}
      </div>
      {current !== undefined && (
        <CauseDetail
          key={current.key}
          cause={current}
          others={items.filter((one) => one !== current)}
          {...{ projectKey, launchId, tags, rights, isWorking }}
          onAccept={(cause) => {
            const accepted = acceptable(cause, rights)
            if (accepted !== null) actor.send({ type: 'change/perform', work: { kind: 'accept', causes: [accepted] } })
          }}
          onMerge={(cause, into) =>
            actor.send({
              type: 'change/perform',
              work: { kind: 'merge', key: cause.key, into: into.key, label: cause.label },
            })
          }
          onSplit={({ key, label }) =>
            actor.send({
              type: 'change/perform',
              work: { kind: 'split', key, from: current.key, label, withKeys: [] },
            })
          }
          onCreateIssue={setCreating}
          onTag={({ key }, tagId) => classify({ key, tagId, issueId: null })}
          onLinkIssue={setLinking}
        />
      )}
      {linking !== null && (
        <Later onClose={() => setLinking(null)}>
          <IssueDialog
            name={`link-cause:${launchId}:${linking.key}`}
            count={linking.tests}
            linked=""
            link={(issueId) => {
              classify({ key: linking.key, tagId: null, issueId })
              return Promise.resolve()
            }}
            onClose={() => setLinking(null)}
          />
        </Later>
      )}
      {creating !== null && (
        <Later onClose={() => setCreating(null)}>
          <CreateIssueDialog
            subject={{ launchId, testId: creating.firstTestId, failureKeys: keysOf(creating) }}
            onDone={() => actor.send({ type: 'list/refresh' })}
            onClose={() => setCreating(null)}
          />
        </Later>
      )}
    </div>
  )
}

/** Failures of merged causes are linked together. */
const keysOf = ({ key, messages }: Cause): string[] =>
  [...new Set([key, ...messages.map((message) => message.key)])].slice(0, ISSUE_LIMITS.failureKeys)
