import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import type { Sending } from '../../../store/exploratory-shown.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Where the clock stood: `24:10`, `1:04:10`. */
export const clockMark = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** A running clock: `00:24:36`. */
export const clockFace = (ms: number): string => {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

const NAME_MOST = 20

/** Long names lose their middle, and keep what says which kind of file it is (OBS-30, OBS-31). */
export function shortName(name: string): string {
  const letters = Array.from(name)
  if (letters.length <= NAME_MOST) return name
  const ending = /\.[^.]{1,8}$/.exec(name)?.[0] ?? ''
  return `${letters.slice(0, NAME_MOST - 1 - ending.length).join('')}…${ending}`
}

export const SENDING_WORDS: Record<Exclude<Sending, 'sent'>, string> = {
  waiting: 'Waits to be sent',
  held: 'Waits for your decision',
  refused: 'Not taken',
}

/** What a command was to do, for the list of what waits. */
export function commandWords(command: ExploratoryCommand): string {
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
