import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { ERROR_CODES } from '../../contract/errors.ts'
import type { ExecutionReport, ReportShare } from '../../contract/runs/report.ts'
import { TEXTS } from '../../contract/texts.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Db } from '../db/database.ts'
import { invalid } from '../http/errors.ts'
import { Refusal } from '../http/refusal.ts'
import type { Mailer } from '../mail/mailer.ts'
import { readReferences } from '../settings/settings.ts'

export interface MailedReport {
  title: string
  report: ExecutionReport
  configurations?: readonly (ReportShare & { title: string; options: readonly string[] })[]
  /** Address of its page. */
  address: string
}

const shareOf = (name: string, { cases, done, failed }: ReportShare): string =>
  `  ${name}: ${done} of ${cases} completed${failed > 0 ? `, ${failed} failed` : ''}`

/** Maximum length of lists in a mail; the page shows the rest. */
const MAX = 20

const part = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : ['', title, ...lines.slice(0, MAX), ...(lines.length > MAX ? [`  and ${lines.length - MAX} more`] : [])]

/** Formats the report as plain text. Times are in UTC. */
const reportText = ({ title, report, configurations = [], address }: MailedReport, message: string): string => {
  const { cases, done, failed, statistics, forecast, testers, suites, risks } = report
  const percent = cases === 0 ? 0 : Math.floor((done / cases) * 100)
  return [
    ...(message === '' ? [] : [message, '']),
    title,
    `${percent}% completed: ${done} of ${cases} test cases, ${failed} failed`,
    ...statistics.map(({ status, count }) => `  ${status.name}: ${count}`),
    ...('at' in forecast ? ['', `Forecast: completed on ${forecast.at.slice(0, 10)} (UTC)`] : []),
    ...part(
      'By configuration',
      configurations.map((one) => shareOf(one.options.join(', ') || one.title, one)),
    ),
    ...part(
      'By tester',
      testers.map((one) => shareOf(one.user?.name ?? 'Nobody', one)),
    ),
    ...part(
      'By suite',
      suites.map((one) => shareOf(one.path.join(' / ') || 'Deleted suite', one)),
    ),
    ...part(
      'Riskiest untested test cases',
      risks.map(({ key, title: name, priority }) => `  ${key} ${name}${priority === null ? '' : ` (${priority})`}`),
    ),
    '',
    address,
    '',
  ].join('\n')
}

/** See `mailTestRunReport`. */
export const mailReport = async (
  db: Db,
  mailer: Mailer,
  project: ProjectScope,
  { userIds, message }: { userIds: readonly number[]; message: string },
  mailed: MailedReport,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<{ sent: number; kept: boolean }> => {
  const none = new Set<number>()
  const { people } = await readReferences(db, project.id, {
    milestones: none,
    environments: none,
    options: none,
    people: new Set(userIds),
  })
  const faults = userIds.flatMap((id, place) =>
    people.has(id) ? [] : [{ field: `userIds.${place}`, message: TEXTS.entryUnknown }],
  )
  if (faults.length > 0) throw invalid(faults)
  const { rows } = await sql<{ email: string }>`
    select email from workspace_user where id = any(${[...people.keys()]}::bigint[]) order by id`.execute(db)
  // Line breaks in a title must not inject mail headers.
  const subject = `Report: ${mailed.title}`.replaceAll(/\s+/g, ' ')
  const text = reportText(mailed, message)
  for (const { email } of rows) {
    try {
      await mailer.send({ to: email, subject, text })
    } catch (cause) {
      log.warn({ err: cause }, 'the report of a test run was not mailed')
      throw new Refusal(502, ERROR_CODES.mailRefused, 'The mail server did not take the mail')
    }
  }
  return { sent: rows.length, kept: mailer.kind === 'outbox' }
}
