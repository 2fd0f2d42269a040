/** Collided fields of a session's edit, with both values as text. */
import type { CommandRefusal, ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import type { ExploratorySession, ExploratorySessionSummary } from '../../contract/exploratory/sessions.ts'
import type { Side } from '../shared/sides-list.tsx'

const SESSION_FIELDS: Record<string, string> = {
  title: 'Title',
  charter: 'Charter',
  assigneeId: 'Assignee',
  milestoneId: 'Milestone',
  environmentId: 'Environment',
  timeBoxMinutes: 'Time box, in minutes',
  configurations: 'Configurations',
  requirements: 'Requirements',
  description: 'Description',
}

export const sessionFieldName = (field: string): string => SESSION_FIELDS[field] ?? field

/** "Explore … with … to discover …"; null when empty. */
export const charterText = ({
  explore,
  with: means,
  toDiscover,
}: ExploratorySessionSummary['charter']): string | null => {
  const parts = [
    ['Explore', explore],
    ['with', means],
    ['to discover', toDiscover],
  ].flatMap(([word = '', text = '']) => (text.trim() === '' ? [] : [`${word} ${text.trim()}`]))
  return parts.length === 0 ? null : parts.join(' ')
}

type Values = Extract<ExploratoryCommand, { type: 'session/update' }>['values']

/** Label of an id's field; undefined when unknown. */
type NameOfId = (field: 'assigneeId' | 'milestoneId' | 'environmentId', id: number) => string | undefined

/** Returns the collided fields; none for other commands or rejections. */
export const sessionSides = (
  command: ExploratoryCommand,
  { reason, errors = [], session }: Pick<CommandRefusal, 'reason' | 'errors' | 'session'>,
  nameOf: NameOfId = () => undefined,
): Side[] => {
  if (reason !== 'collided' || command.type !== 'session/update' || session === undefined) return []
  const known: NameOfId = (field, id) => nameOf(field, id) ?? namesIn(session, field, id)
  const written = Object.keys(command.values) as (keyof Values)[]
  const refused = written.filter((field) => errors.some((error) => error.field.split('.')[0] === field))
  return (refused.length > 0 ? refused : written).map((field) => ({
    field,
    name: sessionFieldName(field),
    mine: textOf(field, command.values, known),
    theirs: textOf(field, session, known),
  }))
}

const namesIn = ({ assignee, milestone, environment }: ExploratorySession, ...[field, id]: Parameters<NameOfId>) => {
  const one = { assigneeId: assignee, milestoneId: milestone, environmentId: environment }[field]
  return one?.id === id ? one.name : undefined
}

const textOf = (field: keyof Values, values: Values, nameOf: NameOfId): string => {
  switch (field) {
    case 'charter':
      return values.charter === undefined ? '' : (charterText(values.charter) ?? '')
    case 'assigneeId':
    case 'milestoneId':
    case 'environmentId': {
      const id = values[field] ?? null
      return id === null ? '' : (nameOf(field, id) ?? `#${id}`)
    }
    case 'configurations':
      return (values.configurations ?? []).map(({ groupName, optionName }) => `${groupName}: ${optionName}`).join('\n')
    case 'requirements':
      return (values.requirements ?? []).join('\n')
    case 'timeBoxMinutes':
      return String(values.timeBoxMinutes ?? '')
    default:
      return values[field] ?? ''
  }
}
