/** Selects what needs attention in a project. Pure: the panel loads the data. */
import type { TestGroup } from '../../../contract/launches/launch-tests.ts'
import { passRate, testsIn, type Launch } from '../../../contract/launches/launches.ts'
import type { QualityGate } from '../../../contract/launches/quality-gate.ts'
import type { QuarantinedTest } from '../../../contract/launches/quarantine.ts'
import type { Milestone } from '../../../contract/settings/milestones.ts'
import { formatDay, isOverdue, today } from '../../shared/days.ts'
import { launchTitle, formatPercent } from '../../shared/launch-labels.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { gateFailures } from '../../../contract/launches/gate-texts.ts'
import { inProjectHref, launchesHref, launchHref, paths, quarantineHref, searchOf } from '../../shared/routes.ts'

export interface AttentionItem {
  id: string
  kind: 'new-cause' | 'known-cause' | 'gate' | 'unfinished' | 'unreviewed' | 'quarantine' | 'overdue' | 'milestone'
  title: string
  detail: string
  href: string
  /** Label of the button. */
  action: string
}

export interface AttentionFacts {
  projectKey: string
  now: number
  /** Whether the reader may review launches, or only look at them. */
  mayReview: boolean
  /** The newest failed launch, with failures grouped by cause. */
  failed: { launch: Pick<Launch, 'id' | 'name' | 'number'>; causes: readonly TestGroup[] } | null
  /** Failed launches without a review: the newest and their number. */
  unreviewed: { newest: readonly Pick<Launch, 'number'>[]; total: number }
  milestones: readonly Milestone[]
  /** Quality gates of the newest ended launches, where the project has a threshold. */
  gates: readonly Pick<QualityGate, 'verdict' | 'launch' | 'checks' | 'reasons'>[]
  /** Unfinished launches without a review. */
  unfinished: { newest: readonly Pick<Launch, 'number'>[]; total: number }
  quarantined: readonly Pick<QuarantinedTest, 'name' | 'until' | 'isExpired'>[]
  /** Open runs and plans of overdue milestones. */
  overdue: { runs: Overdue | null; plans: Overdue | null }
}

interface Overdue {
  milestoneIds: readonly number[]
  newest: readonly { title: string }[]
  total: number
}

/** Milestones whose open runs and plans are overdue. */
export const overdueMilestones = (milestones: readonly Milestone[], now: number): number[] =>
  milestones.filter((milestone) => isOverdue(milestone, now)).map(({ id }) => id)

const MAX_CAUSES = 3
const SOON_DAYS = 7

export const attentionOf = ({
  projectKey,
  now,
  failed,
  unreviewed,
  milestones,
  ...facts
}: AttentionFacts): AttentionItem[] => [
  ...(failed === null ? [] : causesOf(projectKey, failed)),
  ...gatesOf(projectKey, facts.gates),
  ...unfinishedOf(projectKey, facts.unfinished, reviewLabel(facts.mayReview)),
  ...(unreviewed.total === 0
    ? []
    : [
        {
          id: 'unreviewed',
          kind: 'unreviewed' as const,
          title:
            unreviewed.total === 1
              ? '1 failed launch has not been reviewed'
              : `${formatCount(unreviewed.total, 'failed launch', 'failed launches')} have not been reviewed`,
          detail:
            unreviewed.newest.map(({ number }) => `#${number}`).join(', ') +
            (unreviewed.total > unreviewed.newest.length ? ' and older ones' : ''),
          href: launchesHref(projectKey, { status: ['FAILED'], reviewed: 'false' }),
          action: reviewLabel(facts.mayReview),
        },
      ]),
  ...quarantineOf(projectKey, facts.quarantined, now),
  ...overdueOf(projectKey, facts.overdue),
  ...milestones
    .filter((milestone) => isDueSoon(milestone, now))
    .map((milestone) => ({
      id: `milestone-${milestone.id}`,
      kind: 'milestone' as const,
      title: `${milestone.name} ${dueText(milestone, now)}`,
      detail:
        testsIn(milestone.statistics) === 0
          ? 'No launch belongs to it yet'
          : `${formatPercent(passRate(milestone.statistics))} of its tests passed, ${milestone.statistics.failed} failed`,
      href: inProjectHref(paths.milestones, projectKey),
      action: 'Open',
    })),
]

const reviewLabel = (mayReview: boolean): string => (mayReview ? 'Review' : 'Open')

/** Occurs in no earlier launch of this name. */
const isNew = ({ seenBefore }: Pick<TestGroup, 'seenBefore'>): boolean => seenBefore?.launches === 0

const causesOf = (projectKey: string, { launch, causes }: NonNullable<AttentionFacts['failed']>): AttentionItem[] =>
  causes
    .filter(({ key, unlinked }) => key !== '' && unlinked > 0)
    .toSorted((a, b) => Number(!isNew(a)) - Number(!isNew(b)) || b.tests - a.tests)
    .slice(0, MAX_CAUSES)
    .map(({ key, label, unlinked, seenBefore, suggestion }) => {
      const isNewCause = isNew({ seenBefore })
      const tests = formatCount(unlinked, 'test')
      return {
        id: `cause-${key}`,
        kind: isNewCause ? ('new-cause' as const) : ('known-cause' as const),
        title: isNewCause
          ? `${tests} ${unlinked === 1 ? 'fails' : 'fail'} for a new reason in ${launchTitle(launch)}`
          : `${tests} still ${unlinked === 1 ? 'fails' : 'fail'} for one reason in ${launchTitle(launch)}`,
        detail: suggestion === null ? label : `${label} Suggested issue: ${suggestion.issueId}`,
        href: launchHref(projectKey, launch.id, { failureKey: key, testsState: ['failed'] }),
        action: 'See the cause',
      }
    })

const daysUntil = (day: string, now: number): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today(now)}T00:00:00Z`)) / 86_400_000)

const isDueSoon = (milestone: Milestone, now: number): boolean =>
  !milestone.completed && milestone.dueDate !== null && daysUntil(milestone.dueDate, now) <= SOON_DAYS

const dueText = (milestone: Pick<Milestone, 'dueDate' | 'completed'>, now: number): string => {
  const { dueDate } = milestone
  if (dueDate === null) return 'has no date'
  if (isOverdue(milestone, now)) return `was due on ${formatDay(dueDate)}`
  const days = daysUntil(dueDate, now)
  return days === 0 ? 'is due today' : days === 1 ? 'is due tomorrow' : `is due in ${days} days`
}

const gatesOf = (projectKey: string, gates: AttentionFacts['gates']): AttentionItem[] =>
  gates
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ launch, checks, reasons }) => ({
      id: `gate-${launch.id}`,
      kind: 'gate' as const,
      title: `${launchTitle(launch)} did not pass the quality gate`,
      detail: gateFailures({ checks, reasons }).join(', '),
      href: launchHref(projectKey, launch.id, { testsState: ['failed'] }),
      action: 'See the failures',
    }))

const unfinishedOf = (
  projectKey: string,
  { newest, total }: AttentionFacts['unfinished'],
  action: string,
): AttentionItem[] =>
  total === 0
    ? []
    : [
        {
          id: 'unfinished',
          kind: 'unfinished' as const,
          title: `${formatCount(total, 'launch', 'launches')} did not finish`,
          detail:
            newest.map(({ number }) => `#${number}`).join(', ') + (total > newest.length ? ' and older ones' : ''),
          href: launchesHref(projectKey, { status: ['ABORTED'], reviewed: 'false' }),
          action,
        },
      ]

const quarantineOf = (projectKey: string, tests: AttentionFacts['quarantined'], now: number): AttentionItem[] => {
  const due = tests
    .flatMap(({ name, until, isExpired }) =>
      until !== null && !isExpired && daysUntil(until, now) <= SOON_DAYS ? [{ name, until }] : [],
    )
    .toSorted((a, b) => a.until.localeCompare(b.until))
  const [first] = due
  if (first === undefined) return []
  return [
    {
      id: 'quarantine',
      kind: 'quarantine',
      title: `${formatCount(due.length, 'test')} will leave quarantine within ${SOON_DAYS} days`,
      detail: `${first.name}, last day ${formatDay(first.until)}${due.length > 1 ? ', and others' : ''}. Failures count again after that.`,
      href: quarantineHref(projectKey),
      action: 'Decide',
    },
  ]
}

const overdueOf = (projectKey: string, { runs, plans }: AttentionFacts['overdue']): AttentionItem[] =>
  (
    [
      ['test run', runs, paths.testRuns],
      ['test plan', plans, paths.testPlans],
    ] as const
  ).flatMap(([noun, overdue, pattern]): AttentionItem[] =>
    overdue === null || overdue.total === 0
      ? []
      : [
          {
            id: `overdue-${noun}`,
            kind: 'overdue',
            title: `${formatCount(overdue.total, noun)} ${overdue.total === 1 ? 'is' : 'are'} overdue`,
            detail:
              overdue.newest.map(({ title }) => title).join(', ') +
              (overdue.total > overdue.newest.length ? ' and older ones' : ''),
            href: inProjectHref(pattern, projectKey) + searchOf({ milestone: overdue.milestoneIds }, {}),
            action: 'Open',
          },
        ],
  )
