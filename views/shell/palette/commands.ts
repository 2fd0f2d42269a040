/** What the command palette offers, and how typing narrows it. */
import type { ReactNode } from 'react'

export type Command = {
  id: string
  label: string
  /** 'Go to', 'Create', 'Switch project': in the order of their first command. */
  group: string
  icon?: ReactNode
  keys?: string
  /** Other words people would type for it. */
  keywords?: string
  /** The label as it is drawn, and what stands below it: with what matched marked. */
  words?: ReactNode
  detail?: ReactNode
} & ({ href: string; run?: never } | { run: () => void; href?: never })

/** 0: no match. Every typed word must begin a word of the command; words of the label count more than keywords. */
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

/** The commands that match, best first; with nothing typed all of them, as given. */
export function matchCommands(commands: readonly Command[], query: string): Command[] {
  const typed = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (typed.length === 0) return [...commands]
  return commands
    .map((command) => ({ command, points: score(command, typed) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ command }) => command)
}

/** The same commands with those of a group together, each group where its first command stands. */
export const groupCommands = (commands: readonly Command[]): Command[] => {
  const groups = [...new Set(commands.map(({ group }) => group))]
  return groups.flatMap((group) => commands.filter((command) => command.group === group))
}
