import type { Unsent } from '../log/log.ts'

/** Rule for whether a command waits for another. */
export type CommandRow = Pick<Unsent, 'stream' | 'type' | 'about' | 'refusal'>

/** Returns whether a command waits for `other` of the same stream, which is blocked. */
export type WaitsFor = (command: CommandRow, other: CommandRow) => boolean

/**
 * Returns the commands that wait for a rejected one, in the order of `commands`: sent now they would be rejected too, or delete what a
 * user still has to decide about.
 */
export function heldBehind(commands: readonly CommandRow[], waitsFor: WaitsFor): boolean[] {
  const stopped = new Map<string, CommandRow[]>()
  return commands.map((command) => {
    const before = stopped.get(command.stream) ?? []
    const isHeld = command.refusal === null && before.some((other) => waitsFor(command, other))
    if (isHeld || command.refusal !== null) stopped.set(command.stream, [...before, command])
    return isHeld
  })
}
