import { define, optional } from 'superstruct'
import type {
  CommandRefusal,
  ExploratoryCommand,
  sendExploratoryCommands,
} from '../../contract/exploratory/commands.ts'
import type { Observation } from '../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../contract/exploratory/sessions.ts'
import { isObject } from '../log/record.ts'
import type { ProjectPerson } from '../../contract/projects/people.ts'

/** What a command cannot say of what it makes, so that it can be shown before the server has answered. */
export interface CommandHints {
  by?: ProjectPerson
  /** Of the observation it makes, or changes to. */
  type?: Observation['type']
  /** The observation as it was shown when it was changed or deleted: others may delete it before that arrives. */
  before?: Observation
  session?: Pick<ExploratorySession, 'assignee' | 'milestone' | 'environment'>
}

/** What the server has said of a session. */
export interface ExploratoryBase {
  session: ExploratorySession | null
  /** In the order the server gave them, which is the order they were made in. */
  observations: readonly Observation[]
  /** The session's, of the last full reading: everything up to it is in here. -1 before the first. */
  loadedRevision: number
  isGone: boolean
  /** Of the project it is in, once the server has said anything of it; before that its commands name it. */
  projectKey?: string
  /** Stretches of the clock on this device, by id: how much of each the server is known to have, in ms. */
  stretches?: Readonly<Record<string, number>>
}

/** What an answer says of a session and an observation, as they are now. */
export interface Confirmation {
  observation?: Observation
  session?: ExploratorySession
}

/** The commands of exploratory sessions. */
export interface ExploratoryTypes {
  command: ExploratoryCommand
  hints: CommandHints
  refusal: CommandRefusal
  base: ExploratoryBase
  answer: ReturnType<(typeof sendExploratoryCommands)['answer']['parse']>
  confirmation: Confirmation
}

// Only what folds lean on: a note must stay readable whatever later versions want of one.
const CommandStruct = define<ExploratoryCommand>(
  'ExploratoryCommand',
  (value) => isObject(value) && typeof value['type'] === 'string' && typeof value['sessionId'] === 'string',
)
const HintsStruct = define<CommandHints>('CommandHints', isObject)
const SessionStruct = define<ExploratorySession>(
  'ExploratorySession',
  (value) => isObject(value) && typeof value['id'] === 'string' && Number.isSafeInteger(value['revision']),
)
const isObservation = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['description'] === 'string' &&
  Array.isArray(value['attachments']) &&
  isObject(value['type'])
const ObservationStruct = define<Observation>('Observation', isObservation)
const BaseStruct = define<ExploratoryBase>(
  'ExploratoryBase',
  (value) =>
    isObject(value) &&
    Array.isArray(value['observations']) &&
    value['observations'].every(isObservation) &&
    Number.isSafeInteger(value['loadedRevision']) &&
    typeof value['isGone'] === 'boolean' &&
    (value['session'] === null || isObject(value['session'])),
)
const RefusalStruct = define<CommandRefusal>(
  'CommandRefusal',
  (value) => isObject(value) && typeof value['reason'] === 'string' && typeof value['message'] === 'string',
)

/** Structs of what the log keeps of exploratory sessions, all of it made on this device. */
export const exploratorySchemas = {
  command: CommandStruct,
  hints: HintsStruct,
  refusal: RefusalStruct,
  base: BaseStruct,
  confirmation: { observation: optional(ObservationStruct), session: optional(SessionStruct) },
}
