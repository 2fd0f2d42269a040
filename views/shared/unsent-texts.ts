import type { OutboxTypes } from '../../store/outbox/definition.ts'
import type { Side } from './sides-list.tsx'

/** Descriptions of a capability's commands in the list of unsent changes. */
export interface UnsentTexts<T extends Pick<OutboxTypes, 'command' | 'hints' | 'refusal'> = OutboxTypes> {
  /** Description of a command. */
  what(command: T['command'], hints: Partial<T['hints']>): string
  /** All that the user entered, to be copied elsewhere. */
  text(command: T['command'], hints: Partial<T['hints']>): string
  /** Both values of each field that collided. */
  sides(command: T['command'], refusal: T['refusal']): readonly Side[]
  /** Path of the page where a rejected command is resolved. */
  href(projectKey: string, streamId: string): string
  /** Link text: "Open the session". */
  place: string
}
