/** Summary of a session: goals and results so far (ESVW-07 to ESVW-22). */
import { Bug, Lightbulb } from 'lucide-react'
import { Suspense, useMemo, type ReactNode } from 'react'
import type { LinkType, Observation } from '../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { isWebAddress } from '../../../contract/links.ts'
import { optional } from '../../shared/optional.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { formatHours } from '../../ui/text/format-clock.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { TypeSign } from '../../ui/marks/type-sign.tsx'
import { elapsedText } from '../session-text.ts'
import { LabelGroup, type Label } from './label-group.tsx'
import { seriesOf } from './type-series.ts'
import styles from './session.module.css'
import type { ProjectUser } from '../../../contract/projects/people.ts'

/** Decorative: the text beside it says the same. */
export const loadChart = () => import('./types-chart.tsx').then((m) => m.default)
const TypesChart = optional(loadChart)

export interface SessionSummaryProps {
  session: ExploratorySession
  observations: readonly Observation[]
  requirements: readonly Label[]
}

export function SessionSummary({ session, observations, requirements }: SessionSummaryProps) {
  const { assignee, createdBy, createdAt, milestone, configurations, description, types } = session
  const series = useMemo(() => seriesOf(observations), [observations])
  return (
    <section className={styles.summary} aria-label="Summary">
      <div className={styles.outcome}>
        <h2>{elapsedText(session.elapsedTimeInMillis)}</h2>
        {series.length === 0 ? (
          <p className={styles.nothing}>No observations yet. A line for each type appears here.</p>
        ) : (
          <Suspense fallback={<div className={styles.chartSpace} />}>
            <TypesChart label="Observations by type over the elapsed time" series={series} />
          </Suspense>
        )}
        <ul className={styles.legend}>
          {types.map(({ typeId, name, colorHex, observations: count, elapsedMillis }) => (
            <li key={typeId}>
              <TypeSign name={name} colorHex={colorHex} />
              <span>{name}</span>
              <b>{count}</b>
              <small>{elapsedMillis > 0 && formatHours(elapsedMillis)}</small>
            </li>
          ))}
        </ul>
      </div>
      <dl className={styles.about}>
        <Fact name="Assignee">
          <UserName user={assignee} />
        </Fact>
        <Fact name="Creator">
          <UserName user={createdBy} />
          <small>
            <RelativeTime at={createdAt} />
          </small>
        </Fact>
        <Fact name="Milestone">{milestone?.name ?? '–'}</Fact>
        <Labels
          name="Configurations"
          labels={configurations.map(({ groupId, groupName, optionName }) => ({
            key: String(groupId),
            words: `${groupName}: ${optionName}`,
            title: `${groupName}: ${optionName}`,
          }))}
        />
        <Labels name="Requirements" labels={requirements} />
        <Labels name="Issues" labels={linksOf(observations, 'issue')} />
        <Labels name="Improvements" labels={linksOf(observations, 'improvement')} />
        {description.trim() !== '' && (
          <Fact name="Description" isWide>
            <Markdown>{description}</Markdown>
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={isWide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Labels({ name, labels }: { name: string; labels: readonly Label[] }) {
  return <Fact name={name}>{labels.length === 0 ? '–' : <LabelGroup noun={name.toLowerCase()} labels={labels} />}</Fact>
}

function UserName({ user }: { user: ProjectUser | null }) {
  return (
    <span className={styles.fact}>
      <Avatar name={user?.name ?? null} photoUrl={user?.photoUrl ?? null} size={18} />
      {user?.name ?? 'Nobody'}
    </span>
  )
}

/** Issues and cases linked by observations, without duplicates (ESVW-16, ESVW-17). */
const linksOf = (observations: readonly Observation[], kind: 'issue' | 'improvement'): Label[] => {
  const links = new Map<string, Label>()
  for (const observation of observations) {
    const id = kind === 'issue' ? observation.issueId : observation.improvementId
    const type: LinkType | null = kind === 'issue' ? observation.issueType : observation.improvementType
    if (id === null) continue
    links.set(`${type ?? ''} ${id}`, {
      key: `${type ?? ''} ${id}`,
      words: id.replace(/^https?:\/\//, ''),
      title: id,
      icon: kind === 'issue' ? <Bug aria-hidden /> : <Lightbulb aria-hidden />,
      ...(isWebAddress(id) ? { href: id } : {}),
    })
  }
  return [...links.values()]
}
