/** What the server did not take, told with both sides, and what the tester can do about it. Nothing goes without their word. */
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import type { Observation } from '../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import type { Refused } from '../../../store/exploratory-shown.ts'
import { drop, move, replace } from '../../../store/outbox-decisions.ts'
import { useApplication, useProject } from '../../app/context.tsx'
import { commandWords } from '../../app/command-words.ts'
import { useLog } from '../../app/log.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { toast } from '../../ui/toasts.ts'
import { useMyself } from '../use-local.ts'
import { Choice } from './choice.tsx'
import styles from './timeline.module.css'

export interface StoryProps {
  told: Refused
  session: ExploratorySession
  /** The observation it is about, as it is shown; null where it is about the session. */
  observation: Observation | null
  /** Keys of all that waits about the same observation by then: it goes with it to another session. */
  keys: () => readonly string[]
}

const WHAT: Record<Refused['refusal']['reason'], string> = {
  'session-closed': 'The session was closed before this was sent.',
  'session-gone': 'The session was deleted before this was sent.',
  full: 'The session is full.',
  'type-off': 'This observation type is disabled.',
  collided: 'Somebody else changed this observation.',
  'observation-gone': 'Somebody else deleted this observation.',
  invalid: 'The server refused this.',
}

export function Story({ told, session, observation, keys }: StoryProps) {
  const log = useLog()
  const { unsent } = useApplication()
  const { key: projectKey } = useProject()
  const by = useMyself()
  const { command, refusal, key } = told
  const sent = () => void unsent.start().then((outbox) => outbox?.ask())
  const again = (next: ExploratoryCommand) => replace(log, key, next).then(decided).then(sent)
  const mine = mineOver(command, refusal)
  const isOfSession =
    refusal.reason === 'session-closed' || refusal.reason === 'session-gone' || refusal.reason === 'full'
  const note = observation === null ? null : noteOf(command, observation, session.id)
  const isTaken = command.type === 'observation/create' && refusal.errors?.some(({ field }) => field === 'id') === true
  const isWritten = command.type === 'observation/create' || command.type === 'observation/edit'
  return (
    <section className={styles.story} aria-label="Not taken">
      <p>
        <b>{WHAT[refusal.reason]}</b> {refusal.reason === 'invalid' && refusal.message}
      </p>
      {refusal.reason === 'collided' && command.type === 'observation/edit' && (
        <dl>
          <dt>Yours</dt>
          <dd>{command.values.description ?? commandWords(command)}</dd>
          <dt>{refusal.observation?.lastModifiedBy.name ?? 'Theirs'}</dt>
          <dd>{refusal.observation?.description}</dd>
        </dl>
      )}
      {command.type === 'observation/edit' && refusal.reason !== 'collided' && <p>{command.values.description}</p>}
      {isTaken && command.values.description !== observation?.description && <p>{command.values.description}</p>}
      <div className={styles.choices}>
        {mine !== null && <Choice act={() => again(mine)}>Keep mine</Choice>}
        {refusal.reason === 'collided' && <Choice act={() => drop(log, [key])}>Take theirs</Choice>}
        {isTaken && (
          <Choice
            act={() =>
              move(log, [key], [renewed(command, projectKey, by)])
                .then(decided)
                .then(sent)
            }
          >
            Add as a new observation
          </Choice>
        )}
        {refusal.reason !== 'collided' && !isTaken && <Choice act={() => again(command)}>Try again</Choice>}
        {isOfSession && note !== null && isWritten && (
          <Choice
            act={() =>
              move(log, keys(), moved(session, note, projectKey, by))
                .then(decided)
                .then(sent)
            }
          >
            Move to a new session
          </Choice>
        )}
        {isWritten && (
          <Button
            size="sm"
            onClick={() => {
              void copyText(command.values.description ?? observation?.description ?? '').then(() =>
                toast.success('Copied to the clipboard'),
              )
            }}
          >
            Copy the text
          </Button>
        )}
        {refusal.reason !== 'collided' && (
          <Choice isDanger act={() => drop(log, [key])}>
            {isWritten ? 'Discard' : 'Leave it'}
          </Choice>
        )}
      </div>
    </section>
  )
}

/** A decision that found nothing to decide about is said, and can be tried again: as a rule another tab's shows a moment later. */
const decided = <Result,>(result: Result | null): Result => {
  if (result === null) throw new Error('This is already resolved')
  return result
}

/** The same change over what is stored by now; null where there is nothing to set it over. */
function mineOver(
  command: ExploratoryCommand,
  { reason, observation, session }: Refused['refusal'],
): ExploratoryCommand | null {
  if (reason !== 'collided') return null
  if (command.type === 'observation/edit' && observation) {
    const { type, attachments, ...rest } = observation
    const stored = {
      ...rest,
      typeId: type.id,
      attachments: attachments.map(({ fileUuid, name, contentType, sizeBytes }) => ({
        fileUuid,
        name,
        contentType,
        sizeBytes,
      })),
    }
    return { ...command, expected: pick(stored, command.values) }
  }
  return command.type === 'session/update' && session ? { ...command, expected: pick(session, command.values) } : null
}

const pick = <T extends object>(from: T, like: object): Partial<T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name in like)) as Partial<T>

type CreateNote = Extract<ExploratoryCommand, { type: 'observation/create' }>

/** The same note under an id that nothing else has. */
const renewed = (note: CreateNote, projectKey: string, by: Observation['createdBy']) => ({
  projectKey,
  command: { ...note, observationId: crypto.randomUUID() },
  hints: { by },
})

/** The observation as it is shown, to be written elsewhere. */
function noteOf(command: ExploratoryCommand, shown: Observation, sessionId: string): CreateNote | null {
  if (command.type === 'observation/create') return command
  if (command.type !== 'observation/edit') return null
  const { type, attachments, description, elapsedTimeInMillis, clockMillis } = shown
  const { issueId, issueType, improvementId, improvementType } = shown
  return {
    type: 'observation/create',
    sessionId,
    // Another one: what it was in the old session stays there.
    observationId: crypto.randomUUID(),
    clockMillis,
    values: {
      typeId: type.id,
      description,
      elapsedTimeInMillis,
      attachments: attachments.map(({ fileUuid, name, contentType, sizeBytes }) => ({
        fileUuid,
        name,
        contentType,
        sizeBytes,
      })),
      issueId,
      issueType,
      improvementId,
      improvementType,
      ...command.values,
    },
  }
}

function moved(from: ExploratorySession, note: CreateNote, projectKey: string, by: Observation['createdBy']) {
  const sessionId = crypto.randomUUID()
  const { title, description, charter, assigneeId, milestoneId, environmentId, configurations, requirements } = from
  const { timeBoxMinutes, assignee, milestone, environment } = from
  const values = {
    title: `${title}, continued`.slice(0, 255),
    description,
    charter,
    assigneeId,
    milestoneId,
    environmentId,
    configurations,
    requirements,
    timeBoxMinutes,
  }
  return [
    {
      projectKey,
      command: { type: 'session/create' as const, sessionId, values },
      hints: { by, session: { assignee, milestone, environment } },
    },
    { projectKey, command: { ...note, sessionId }, hints: { by } },
  ]
}
