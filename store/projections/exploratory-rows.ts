import type { ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import { heldBehind as heldBehindBy, type CommandRow } from '../outbox/rows.ts'

export const observationsOf = (command: ExploratoryCommand): readonly string[] => {
  if (command.type === 'observations/delete') return command.observationIds
  return command.type === 'observation/create' || command.type === 'observation/edit' ? [command.observationId] : []
}

/** Returns which commands of exploratory sessions wait for a refused one. */
export const heldBehind = (commands: readonly CommandRow[]): boolean[] => heldBehindBy(commands, waitsFor)

/** Of two commands of one session, `other` having been stopped before. */
export function waitsFor(command: CommandRow, other: CommandRow): boolean {
  if (other.type === 'session/create' && other.refusal !== null) return true
  if (other.refusal === 'session-closed' || other.refusal === 'session-gone') return true
  if (other.refusal === 'full' && command.type === 'observation/create') return true
  // Closed or deleted, the session would never take what was refused.
  if (command.type === 'session/close' || command.type === 'session/delete') return other.type !== 'clock/measured'
  if (other.type === 'session/update' && command.type === 'session/update') return true
  return command.about.some((id) => other.about.includes(id))
}
