/** What a project needs from people first. Pure: the panel loads, this decides. */
import type { TestGroup } from '../../../contract/launches/launch-tests.ts'
import { passRate, testsIn, type Launch } from '../../../contract/launches/launches.ts'
import type { Milestone } from '../../../contract/settings/milestones.ts'
import { dayWords, isOverdue, today } from '../../shared/days.ts'
import { countWords, launchTitle, percentWords } from '../../shared/launch-words.ts'
import { inProjectHref, launchesHref, launchHref, paths } from '../../shared/routes.ts'

export interface AttentionItem {
  id: string
  kind: 'new-cause' | 'known-cause' | 'unreviewed' | 'milestone'
  title: string
  detail: string
  href: string
  /** What the button says. */
  action: string
}

export interface AttentionFacts {
  projectKey: string
  now: number
  /** The newest failed launch, with its failures by cause. */
  failed: { launch: Pick<Launch, 'id' | 'name' | 'number'>; causes: readonly TestGroup[] } | null
  /** Failed launches that nobody has reviewed: the newest of them, and how many there are. */
  unreviewed: { newest: readonly Pick<Launch, 'number'>[]; total: number }
  milestones: readonly Milestone[]
}

const CAUSES_MOST = 3
const SOON_DAYS = 7

export const attentionOf = ({ projectKey, now, failed, unreviewed, milestones }: AttentionFacts): AttentionItem[] => [
  ...(failed === null ? [] : causesOf(projectKey, failed)),
  ...(unreviewed.total === 0
    ? []
    : [
        {
          id: 'unreviewed',
          kind: 'unreviewed' as const,
          title:
            unreviewed.total === 1
              ? '1 failed launch has not been reviewed'
              : `${countWords(unreviewed.total, 'failed launch', 'failed launches')} have not been reviewed`,
          detail:
            unreviewed.newest.map(({ number }) => `#${number}`).join(', ') +
            (unreviewed.total > unreviewed.newest.length ? ' and older ones' : ''),
          href: launchesHref(projectKey, { status: ['FAILED'], reviewed: 'false' }),
          action: 'Review',
        },
      ]),
  ...milestones
    .filter((milestone) => isDueSoon(milestone, now))
    .map((milestone) => ({
      id: `milestone-${milestone.id}`,
      kind: 'milestone' as const,
      title: `${milestone.name} ${dueWords(milestone, now)}`,
      detail:
        testsIn(milestone.statistics) === 0
          ? 'No launch belongs to it yet'
          : `${percentWords(passRate(milestone.statistics))} of its tests passed, ${milestone.statistics.failed} failed`,
      href: inProjectHref(paths.milestones, projectKey),
      action: 'Open',
    })),
]

/** In none of the launches of this name before. */
const isNew = ({ seenBefore }: Pick<TestGroup, 'seenBefore'>): boolean => seenBefore?.launches === 0

const causesOf = (projectKey: string, { launch, causes }: NonNullable<AttentionFacts['failed']>): AttentionItem[] =>
  causes
    .filter(({ key, unlinked }) => key !== '' && unlinked > 0)
    .toSorted((a, b) => Number(!isNew(a)) - Number(!isNew(b)) || b.tests - a.tests)
    .slice(0, CAUSES_MOST)
    .map(({ key, label, unlinked, seenBefore, suggestion }) => {
      const isNewCause = isNew({ seenBefore })
      const tests = countWords(unlinked, 'test')
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

const dueWords = (milestone: Pick<Milestone, 'dueDate' | 'completed'>, now: number): string => {
  const { dueDate } = milestone
  if (dueDate === null) return 'has no date'
  if (isOverdue(milestone, now)) return `was due on ${dayWords(dueDate)}`
  const days = daysUntil(dueDate, now)
  return days === 0 ? 'is due today' : days === 1 ? 'is due tomorrow' : `is due in ${days} days`
}
