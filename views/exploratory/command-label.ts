import type { ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import { clockFace } from '../ui/text/format-clock.ts'
import { charterText } from './session-sides.ts'

/** Describes a command in the list of unsent changes. */
export function commandLabel(command: ExploratoryCommand): string {
  switch (command.type) {
    case 'session/create':
      return `New session “${command.values.title}”`
    case 'session/update':
      return 'Change of the session'
    case 'session/close':
      return 'Close the session'
    case 'session/delete':
      return 'Delete the session'
    case 'clock/measured':
      return `Recorded time, ${clockFace(command.elapsedMillis)}`
    case 'observation/create':
      return command.values.description
    case 'observation/edit':
      return command.values.description ?? 'Change of an observation'
    case 'observations/delete':
      return command.observationIds.length === 1
        ? 'Delete an observation'
        : `Delete ${command.observationIds.length} observations`
  }
}

/** Returns all that the user entered, to be copied. */
export function commandText(command: ExploratoryCommand): string {
  if (command.type !== 'session/create' && command.type !== 'session/update') return commandLabel(command)
  const { title = '', charter, description = '' } = command.values
  const written = [title, (charter && charterText(charter)) ?? '', description].filter((part) => part.trim() !== '')
  return written.length === 0 ? commandLabel(command) : written.join('\n\n')
}
