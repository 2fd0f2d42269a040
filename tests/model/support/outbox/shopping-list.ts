import { define, number, string, type } from 'superstruct'
import type { CommandsAnswer, CommandsCall, SentCommand } from '../../../../contract/outbox.ts'
import { defineOutboxCommands } from '../../../../store/outbox/definition.ts'

/** A capability that the product does not have: lists with lines that are added, changed or struck out, with receipts attached. */
export type LineCommand = { list: string; line: string } & (
  | { type: 'line/write'; text: string; receipts: readonly string[] }
  | { type: 'line/amend'; text: string }
  | { type: 'line/strike' }
)
interface Lines {
  lines: Readonly<Record<string, string>>
}
export interface ShoppingTypes {
  command: LineCommand
  hints: { by?: string }
  refusal: { reason: 'sold-out' | 'invalid'; message: string; stock?: number }
  base: Lines
  answer: CommandsAnswer & { stock: number }
  confirmation: { stock: number }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

export const shopping = defineOutboxCommands<ShoppingTypes>('shopping', {
  schemas: {
    command: type({ type: string(), list: string(), line: string() }),
    hints: define('hints', isObject),
    refusal: type({ reason: string(), message: string() }),
    base: define('lines', isObject),
    confirmation: { stock: number() },
  },
  call: { name: 'sendShopping', path: '/api/projects/:projectKey/shopping' } as CommandsCall,
  maxAtOnce: 3,
  files: null,
  streamIdOf: ({ list }) => list,
  aboutOf: ({ line }) => [line],
  waitsFor: ({ about }, other) => about.some((id) => other.about.includes(id)),
  dependsOn: ({ about }, dropped) => dropped.type === 'line/write' && about.every((id) => dropped.about.includes(id)),
  isRepeatable: ({ reason }) => reason === 'sold-out',
  attachedBy: (command) =>
    command.type === 'line/write' ? { subject: command.line, fileUuids: command.receipts, isWhole: false } : null,
  subjectsDeletedBy: (row) => (row.type === 'line/strike' ? row.about : []),
  isSortedByTime: () => false,
  latestIn: () => 0,
  empty: { lines: {} },
  loaded: (_, read) => read,
  confirmationOf: ({ stock }) => ({ stock }),
  confirmed: ({ lines }, { command }) => ({ lines: applied(lines, command) }),
  refused: (base) => base,
})

type Shown = Readonly<Record<string, string>>
export const applied = (lines: Shown, command: LineCommand): Shown => {
  if (command.type === 'line/strike')
    return Object.fromEntries(Object.entries(lines).filter(([line]) => line !== command.line))
  return { ...lines, [command.line]: command.text }
}

/** Applies each command once, in order, up to the first that it rejects: texts that begin with "rare". */
export class Shop {
  readonly lists = new Map<string, Shown>()
  readonly carried: string[] = []

  carryOut(commands: readonly SentCommand[]): ShoppingTypes['answer'] {
    const outcomes: CommandsAnswer['outcomes'][number][] = []
    for (const { key, command } of commands as readonly SentCommand<LineCommand>[]) {
      if ('text' in command && command.text.startsWith('rare')) {
        outcomes.push({ key, outcome: 'refused', refusal: { reason: 'sold-out', message: 'Sold out' } })
        break
      }
      if (!this.carried.includes(key)) {
        this.carried.push(key)
        this.lists.set(command.list, applied(this.lists.get(command.list) ?? {}, command))
      }
      outcomes.push({ key, outcome: 'done' })
    }
    return { outcomes, stock: 7 }
  }
}
