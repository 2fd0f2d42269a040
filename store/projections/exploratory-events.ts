import { define, optional } from 'superstruct'
import type {
  CommandRefusal,
  ExploratoryCommand,
  sendExploratoryCommands,
} from '../../contract/exploratory/commands.ts'
import type { Observation } from '../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../contract/exploratory/sessions.ts'
import { isObject } from '../log/record.ts'
import type { ProjectUser } from '../../contract/projects/people.ts'

/** Hints for showing a command's effect before the server has answered. */
export interface CommandHints {
  by?: ProjectUser
  /** Type of the observation after the command. */
  type?: Observation['type']
  /** The observation as displayed at the time of the command: others may delete it before the command arrives. */
  before?: Observation
  session?: Pick<ExploratorySession, 'assignee' | 'milestone' | 'environment'>
}

/** The server's state of a session. */
export interface ExploratoryBase {
  session: ExploratorySession | null
  /** In the server's order, which is the order of creation. */
  observations: readonly Observation[]
  /** Revision of the last full reading, which includes everything up to it. -1 before the first. */
  loadedRevision: number
  isGone: boolean
  /** Its project, once the server has answered; before that its commands name it. */
  projectKey?: string
  /** Recordings of this device by id: how much of each the server is known to have, in ms. */
  stretches?: Readonly<Record<string, number>>
}

/** Current state of a session and an observation in an answer. */
export interface Confirmation {
  observation?: Observation
  session?: ExploratorySession
}

/** Commands of exploratory sessions. */
export interface ExploratoryTypes {
  command: ExploratoryCommand
  hints: CommandHints
  refusal: CommandRefusal
  base: ExploratoryBase
  answer: ReturnType<(typeof sendExploratoryCommands)['answer']['parse']>
  confirmation: Confirmation
}

// Validates only what folds rely on: an observation must stay readable whatever later versions require.
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

/** Structs of local records of exploratory sessions. */
export const exploratorySchemas = {
  command: CommandStruct,
  hints: HintsStruct,
  refusal: RefusalStruct,
  base: BaseStruct,
  confirmation: { observation: optional(ObservationStruct), session: optional(SessionStruct) },
}
