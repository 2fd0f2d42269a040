import type { OutboxTypes } from '../../store/outbox/definition.ts'
import type { Side } from './sides-list.tsx'

/** How the list of unsent changes shows the commands of one capability. */
export interface UnsentWords<T extends Pick<OutboxTypes, 'command' | 'hints' | 'refusal'> = OutboxTypes> {
  /** What a command was to do. */
  what(command: T['command'], hints: Partial<T['hints']>): string
  /** Both values of each field that collided. */
  sides(command: T['command'], refusal: T['refusal']): readonly Side[]
  /** Where a person decides about what was refused. */
  href(projectKey: string, streamId: string): string
  /** Name of that page: "Open the session". */
  place: string
}
