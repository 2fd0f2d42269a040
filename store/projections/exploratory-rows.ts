import type { ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import { heldBehind as heldBehindBy, type CommandRow } from '../outbox/rows.ts'

export const observationsOf = (command: ExploratoryCommand): readonly string[] => {
  if (command.type === 'observations/delete') return command.observationIds
  return command.type === 'observation/create' || command.type === 'observation/edit' ? [command.observationId] : []
}

/** Returns which commands of exploratory sessions wait for a rejected one. */
export const heldBehind = (commands: readonly CommandRow[]): boolean[] => heldBehindBy(commands, waitsFor)

/** Returns whether a command waits for `other` of the same session, which is blocked. */
export function waitsFor(command: CommandRow, other: CommandRow): boolean {
  if (other.type === 'session/create' && other.refusal !== null) return true
  if (other.refusal === 'session-closed' || other.refusal === 'session-gone') return true
  if (other.refusal === 'full' && command.type === 'observation/create') return true
  // A closed or deleted session would never accept what was rejected.
  if (command.type === 'session/close' || command.type === 'session/delete') return other.type !== 'clock/measured'
  if (other.type === 'session/update' && command.type === 'session/update') return true
  return command.about.some((id) => other.about.includes(id))
}
