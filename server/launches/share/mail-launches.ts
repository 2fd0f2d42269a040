import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { listRecipients, mailLaunches } from '../../../contract/launches/launch-actions.ts'
import { isUnderWay } from '../../../contract/launches/launches.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { isUser } from '../../access/users.ts'
import type { ProjectScope } from '../../access/principals.ts'
import type { Db, Tx } from '../../db/open.ts'
import { invalid } from '../../http/errors.ts'
import { conflict, notFound, Refusal } from '../../http/refusal.ts'
import type { Mail, Mailer } from '../../mail/mailer.ts'
import type { LaunchRow } from '../rows.ts'
import { escaped, launchFacts } from './launch-html.ts'

type Recipients = z.infer<typeof listRecipients.answer>['items']

/** Resolves with the active members of a project that have an e-mail address. */
export const readRecipients = async (db: Db | Tx, projectId: number): Promise<Recipients> => {
  const { rows } = await sql<Recipients[number]>`
    select p.id, trim(concat_ws(' ', p.first_name, p.last_name)) as name, p.email, p.photo_url as "photoUrl"
      from project_member m join workspace_user p on p.id = m.user_id
     where m.project_id = ${projectId} and p.status = 'ACTIVE' and p.email <> '' and ${isUser('p')}
     order by lower(trim(concat_ws(' ', p.first_name, p.last_name))), p.id`.execute(db)
  return rows
}

interface MailParts {
  db: Db
  mailer: Mailer
  publicUrl: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Implements `mailLaunches`. */
export const mailLaunchReports = async (
  { db, mailer, publicUrl, log }: MailParts,
  project: ProjectScope,
  { launchIds, recipients, message }: z.infer<typeof mailLaunches.body>,
): Promise<{ sent: number; kept: boolean }> => {
  const launches = await endedLaunches(db, project.id, launchIds)
  const known = new Map((await readRecipients(db, project.id)).map(({ email }) => [email.toLowerCase(), email]))
  const faults = recipients.flatMap((email, place) =>
    known.has(email.toLowerCase())
      ? []
      : [{ field: `recipients.${place}`, message: `${email} belongs to nobody of this project` }],
  )
  if (faults.length > 0) throw invalid(faults)
  const place = `${publicUrl}/projects/${encodeURIComponent(project.key)}/automation-launches`
  const mail = mailOf(launches, message, (id) => `${place}/${id}`)
  const addresses = [...new Set(recipients.map((email) => known.get(email.toLowerCase()) ?? email))]
  for (const to of addresses) {
    try {
      await mailer.send({ to, ...mail })
    } catch (cause) {
      log.warn({ err: cause }, 'the report of a launch was not mailed')
      throw new Refusal(502, ERROR_CODES.mailRefused, 'The mail server did not take the mail')
    }
  }
  return { sent: addresses.length, kept: mailer.kind === 'outbox' }
}

const endedLaunches = async (db: Db, projectId: number, ids: readonly number[]): Promise<LaunchRow[]> => {
  const requested = [...new Set(ids)]
  const rows = await db
    .selectFrom('launch')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', 'in', requested)
    .orderBy('id')
    .execute()
  if (rows.length < requested.length) throw notFound(TEXTS.launchNotFound)
  const running = rows.find(({ status }) => isUnderWay(status))
  if (running !== undefined) throw conflict(`Launch #${running.number} is in progress. Send it after it ends.`)
  return rows
}

const titleOf = ({ name, number }: LaunchRow): string => `${name} #${number}`

const mailOf = (
  launches: readonly LaunchRow[],
  message: string,
  addressOf: (id: number) => string,
): Omit<Mail, 'to'> => {
  const [first] = launches
  const subject = launches.length === 1 && first !== undefined ? titleOf(first) : `${launches.length} launches`
  const text = [
    ...(message === '' ? [] : [message, '']),
    ...launches.flatMap((launch) => [titleOf(launch), ...launchFacts(launch), addressOf(launch.id), '']),
  ].join('\n')
  const paragraphs = message === '' ? '' : `<p>${escaped(message).replaceAll('\n', '<br>')}</p>`
  const sections = launches.map((launch) => {
    const facts = launchFacts(launch).map((line) => `<p style="margin:0">${escaped(line)}</p>`)
    const link = `<a href="${escaped(addressOf(launch.id))}">${escaped(titleOf(launch))}</a>`
    return `<h2 style="font-size:16px;margin:16px 0 4px">${link}</h2>${facts.join('')}`
  })
  return {
    // A line break in a name must not start another mail header.
    subject: `Launch report: ${subject}`.replaceAll(/\s+/g, ' ').slice(0, 200),
    text,
    html: `<div style="font:14px/1.5 sans-serif;color:#1a1d23">${paragraphs}${sections.join('')}</div>`,
  }
}
