/** The command palette's commands and how typed text filters them. */
import type { ReactNode } from 'react'

export type Command = {
  id: string
  label: string
  /** 'Go to', 'Create', 'Switch project'; groups appear in the order of their first command. */
  group: string
  icon?: ReactNode
  keys?: string
  /** Synonyms that users may type. */
  keywords?: string
  /** Label and subtitle with marked matches. */
  words?: ReactNode
  detail?: ReactNode
} & ({ href: string; run?: never } | { run: () => void; href?: never })

/** Rank of a command; 0 for no match. Every typed word must start a word of the command; label words weigh more than keywords. */
function score(command: Command, typed: readonly string[]): number {
  const words = command.label.toLowerCase().split(/\s+/)
  const others = `${command.group} ${command.keywords ?? ''}`.toLowerCase().split(/\s+/)
  let sum = 1
  for (const word of typed) {
    const at = words.findIndex((each) => each.startsWith(word))
    if (at >= 0) sum += at === 0 ? 4 : 3
    else if (others.some((each) => each.startsWith(word))) sum += 1
    else if (command.label.toLowerCase().includes(word)) sum += 1
    else return 0
  }
  return sum
}

/** Returns the matching commands, best first; all of them in given order when nothing is typed. */
export function matchCommands(commands: readonly Command[], query: string): Command[] {
  const typed = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (typed.length === 0) return [...commands]
  return commands
    .map((command) => ({ command, points: score(command, typed) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ command }) => command)
}

/** Returns the same commands, grouped; a group takes the place of its first command. */
export const groupCommands = (commands: readonly Command[]): Command[] => {
  const groups = [...new Set(commands.map(({ group }) => group))]
  return groups.flatMap((group) => commands.filter((command) => command.group === group))
}
