/** Report of a session: facts, figures, and observations by type. */
import { useMemo } from 'react'
import type { ObservationFile } from '../../../contract/exploratory/observations.ts'
import { isWebAddress } from '../../../contract/links.ts'
import type { PublicObservation, PublicSession } from '../../../contract/public/public-access.ts'
import { clockMark, formatTimeSpent } from '../../ui/text/format-clock.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { firstLineOf } from '../../ui/markdown/markdown-text.ts'
import { exactTime } from '../../ui/text/time.ts'
import { TypeSign } from '../../ui/marks/type-sign.tsx'
import { charterText } from '../session-sides.ts'
import { observationCount } from '../session-text.ts'
import styles from './debrief.module.css'
import { debriefOf, type DebriefMetrics } from './metrics.ts'

/** Public fields of a session: exactly what its report shows. */
export interface ReportProps {
  session: PublicSession
  observations: readonly PublicObservation[]
  fileHref: (file: ObservationFile) => string
}

export function Report({ session, observations, fileHref }: ReportProps) {
  const metrics = useMemo(() => debriefOf(session, observations), [session, observations])
  return (
    <article className={styles.report} aria-label={`Report of ${session.title}`}>
      <About session={session} />
      <Metrics session={session} metrics={metrics} />
      {observations.length === 0 ? (
        <p className={styles.quiet}>No observations in this session.</p>
      ) : (
        <>
          <Timeline observations={observations} startedAt={session.createdAt} />
          {metrics.types.map(({ id, name: type, colorHex, observations: found }) => (
            <section key={id} className={styles.findings}>
              <h2>
                <TypeSign name={type} colorHex={colorHex} />
                {type} <small>{found.length}</small>
              </h2>
              {found.map((one) => (
                <Finding key={one.id} observation={one} fileHref={fileHref} />
              ))}
            </section>
          ))}
        </>
      )}
    </article>
  )
}

function About({ session }: { session: PublicSession }) {
  const charter = charterText(session.charter)
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Tester', session.assignee?.name ?? session.createdBy.name],
    ['Started', exactTime(new Date(session.createdAt).getTime())],
    ['Closed', session.closedAt === null ? 'Still open' : exactTime(new Date(session.closedAt).getTime())],
    ['Milestone', session.milestone?.name],
    ['Environment', session.environment?.name],
    ['Configurations', session.configurations.map(({ optionName }) => optionName).join(', ')],
    ['Requirements', session.requirements.join(', ')],
  ]
  return (
    <section className={styles.about} aria-label="About">
      {charter !== null && <blockquote>{charter}</blockquote>}
      <dl>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {session.description.trim() !== '' && <Markdown>{session.description}</Markdown>}
    </section>
  )
}

const WORK = [
  ['test', 'Testing'],
  ['bugs', 'Bugs'],
  ['setup', 'Set-up'],
] as const

function Metrics({ session, metrics }: { session: PublicSession; metrics: DebriefMetrics<PublicObservation> }) {
  const { elapsedMillis, byWork, perHour, ofTimeBox, issues, improvements, attachments } = metrics
  const figures: readonly (readonly [string, string])[] = [
    ['Time', formatTimeSpent(elapsedMillis)],
    ...WORK.map(([work, name]) => [name, formatTimeSpent(byWork[work])] as const),
    ['Findings', observationCount(metrics.types.reduce((sum, { observations }) => sum + observations.length, 0))],
    ['Per hour', perHour === null ? '–' : String(perHour)],
    ...(ofTimeBox === null
      ? []
      : [['Of the time box', `${Math.round(ofTimeBox * 100)} % of ${session.timeBoxMinutes}m`] as const]),
    ...(issues > 0 ? [['Issues', String(issues)] as const] : []),
    ...(improvements > 0 ? [['Improvements', String(improvements)] as const] : []),
    ...(attachments > 0 ? [['Files', String(attachments)] as const] : []),
  ]
  return (
    <section className={styles.metrics} aria-label="Metrics">
      {elapsedMillis > 0 && (
        <div className={styles.work} aria-hidden>
          {WORK.map(([work]) => (
            <span key={work} data-work={work} style={{ flexGrow: byWork[work] }} />
          ))}
        </div>
      )}
      <dl>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Timeline({ observations, startedAt }: { observations: readonly PublicObservation[]; startedAt: string }) {
  return (
    <section className={styles.timeline}>
      <h2>Timeline</h2>
      <ol>
        {observations.map(({ id, type, description, clockMillis, createdAt }) => (
          <li key={id}>
            <time dateTime={createdAt} title={exactTime(Date.parse(createdAt))}>
              {clockMillis === null ? timeOfDay(createdAt, startedAt) : clockMark(clockMillis)}
            </time>
            <TypeSign name={type.name} colorHex={type.colorHex} />
            <b>{type.name}</b>
            <a href={`#finding-${id}`}>{firstLine(description)}</a>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Finding({ observation, fileHref }: { observation: PublicObservation } & Pick<ReportProps, 'fileHref'>) {
  const { id, clockMillis, elapsedTimeInMillis, description, attachments, issueId, improvementId, createdBy } =
    observation
  const pictures = attachments.filter(({ contentType }) => contentType.startsWith('image/'))
  const files = attachments.filter((file) => !pictures.includes(file))
  return (
    <div id={`finding-${id}`} className={styles.finding}>
      <p className={styles.line}>
        {clockMillis !== null && <span>{clockMark(clockMillis)}</span>}
        {elapsedTimeInMillis !== null && <span>took {formatTimeSpent(elapsedTimeInMillis)}</span>}
        <span>{createdBy.name}</span>
        {[issueId, improvementId].map(
          (link) =>
            link !== null && (
              <b key={link}>
                {isWebAddress(link) ? (
                  <a href={link} rel="noopener">
                    {link}
                  </a>
                ) : (
                  link
                )}
              </b>
            ),
        )}
      </p>
      <Markdown>{description}</Markdown>
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          {pictures.map((file) => (
            <figure key={file.fileUuid}>
              {file.receivedBytes < file.sizeBytes ? (
                <span className={styles.quiet}>Not uploaded yet</span>
              ) : (
                <img src={fileHref(file)} alt={file.name} />
              )}
              <figcaption>{file.name}</figcaption>
            </figure>
          ))}
        </div>
      )}
      {files.map((file) => (
        <p key={file.fileUuid} className={styles.line}>
          <a href={fileHref(file)}>{file.name}</a>
        </p>
      ))}
    </div>
  )
}

/** For observations without a clock reading: the time, with the day if it differs from the session's first. */
const timeOfDay = (at: string, startedAt: string): string => {
  const [time, start] = [new Date(at), new Date(startedAt)]
  const isSameDay = time.toDateString() === start.toDateString()
  return time.toLocaleString(undefined, { ...(isSameDay ? {} : { dateStyle: 'medium' }), timeStyle: 'short' })
}

const firstLine = (description: string): string => firstLineOf(description).replace(/^(.{160}).+$/u, '$1…')
