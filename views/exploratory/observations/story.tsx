/** A rejected command with both sides and ways to resolve it. Nothing is discarded without confirmation. */
import type { CommandHints } from '../../../store/projections/exploratory-events.ts'
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import type { Observation } from '../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import type { ExploratoryState } from '../../../store/projections/exploratory.ts'
import { isOfSession, moveOf, overTheirs, renewed } from '../../../store/outbox/exploratory/rescue.ts'
import type { Refused } from '../../../store/projections/exploratory-shown.ts'
import { move, replace } from '../../../store/outbox/exploratory/sessions.ts'
import { drop } from '../../../store/outbox/outbox-decisions.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { commandLabel } from '../command-label.ts'
import { useLog } from '../../application/log/log.ts'
import { CopyTextButton } from '../../shared/unsent/copy-text-button.tsx'
import { SidesList } from '../../shared/sides-list.tsx'
import { sessionSides } from '../session-sides.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { useChoices } from '../form/use-choices.tsx'
import { useMyself } from '../use-local.ts'
import { observationCount } from '../session-text.ts'
import { AnotherType } from './another-type.tsx'
import { Choice } from '../../shared/unsent/choice.tsx'
import styles from './timeline.module.css'

export interface StoryProps {
  refused: Refused
  session: ExploratorySession
  /** The affected observation; null when the session is affected. */
  observation: Observation | null
  /** Current state of the session. */
  stateOf: () => ExploratoryState
}

const WHAT: Record<Refused['refusal']['reason'], string> = {
  'session-closed': 'The session was closed before this was sent.',
  'session-gone': 'The session was deleted before this was sent.',
  full: 'The session is full.',
  'type-off': 'This observation type is disabled. Choose another one.',
  collided: 'Somebody else changed this observation.',
  'observation-gone': 'Somebody else deleted this observation.',
  invalid: 'The server refused this.',
}

const whatOf = ({ command, refusal }: Refused): string => {
  if (refusal.reason !== 'collided') return WHAT[refusal.reason]
  if (command.type === 'observations/delete') return 'Somebody else changed this observation before it was deleted.'
  if (command.type === 'session/delete') return 'Somebody else added observations before the session was deleted.'
  return command.type === 'session/update' ? 'Somebody else changed this session.' : WHAT.collided
}

export function Story({ refused, session, observation, stateOf }: StoryProps) {
  const log = useLog()
  const { unsent } = useApplication()
  const { key: projectKey } = useProject()
  const by = useMyself()
  const { command, refusal, key } = refused
  const sent = () => void unsent.start().then((outbox) => outbox?.ask())
  const again = (next: ExploratoryCommand, hints?: CommandHints) =>
    replace(log, key, next, hints).then(decided).then(sent)
  const mine = overTheirs(refused)
  const isTaken = command.type === 'observation/create' && refusal.errors?.some(({ field }) => field === 'id') === true
  const isWritten = command.type === 'observation/create' || command.type === 'observation/edit'
  const isDeletion = command.type === 'observations/delete' || command.type === 'session/delete'
  const moveAll = async () => {
    const planned = moveOf(refused, { session, state: stateOf(), projectKey, by })
    decided(planned && (await move(log, planned.keys, planned.wanted)))
    sent()
    toast.success(`${observationCount(planned?.count ?? 0)} moved to “${session.title}, continued”`)
  }
  return (
    <section className={styles.story} aria-label="Refused">
      <p>
        <b>{whatOf(refused)}</b> {refusal.reason === 'invalid' && refusal.message}
      </p>
      {refusal.reason === 'collided' && command.type === 'observation/edit' && (
        <dl>
          <dt>Yours</dt>
          <dd>{command.values.description ?? commandLabel(command)}</dd>
          <dt>{refusal.observation?.lastModifiedBy.name ?? 'Theirs'}</dt>
          <dd>{refusal.observation?.description}</dd>
        </dl>
      )}
      {command.type === 'session/update' && refusal.reason === 'collided' && <SessionSides refused={refused} />}
      {command.type === 'observation/edit' && refusal.reason !== 'collided' && <p>{command.values.description}</p>}
      {isTaken && command.values.description !== observation?.description && <p>{command.values.description}</p>}
      {refusal.reason === 'type-off' && isWritten && <AnotherType command={command} send={again} />}
      <div className={styles.choices}>
        {refusal.reason === 'collided' && isDeletion && (
          <Choice act={() => drop(log, [key])}>{observation === null ? 'Keep the session' : 'Keep theirs'}</Choice>
        )}
        {mine !== null && (
          <Choice isDanger={isDeletion} act={() => again(mine)}>
            {isDeletion ? 'Delete anyway' : 'Keep mine'}
          </Choice>
        )}
        {refusal.reason === 'collided' && !isDeletion && <Choice act={() => drop(log, [key])}>Take theirs</Choice>}
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
        {isOfSession(refusal) && observation !== null && isWritten && (
          <Choice act={moveAll}>Move to a new session</Choice>
        )}
        {isWritten && (
          <CopyTextButton text={command.values.description ?? observation?.description ?? ''}>
            Copy the text
          </CopyTextButton>
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

function SessionSides({ refused: { command, refusal } }: Pick<StoryProps, 'refused'>) {
  const choices = useChoices()
  const sides = sessionSides(command, refusal, (field, id) => {
    const { people = [], milestones = [], environments = [] } = choices ?? {}
    const options = { assigneeId: people, milestoneId: milestones, environmentId: environments }[field]
    return options.find((one) => one.id === id)?.label
  })
  return <SidesList sides={sides} />
}

/** A resolution that no longer applies shows a message: usually another tab has resolved it a moment ago. */
const decided = <Result,>(result: Result | null): Result => {
  if (result === null) throw new Error('This is already resolved')
  return result
}
