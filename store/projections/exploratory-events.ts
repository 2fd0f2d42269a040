import { define, optional, string, type, type Struct } from 'superstruct'
import type { CommandRefusal, ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import type { Observation } from '../../contract/exploratory/observations.ts'
import type { ExploratoryPerson, ExploratorySession } from '../../contract/exploratory/sessions.ts'
import { isObject } from '../log/record.ts'

/** What a command cannot say of what it makes, so that it can be shown before the server has answered. */
export interface CommandHints {
  by?: ExploratoryPerson
  /** Of the observation it makes, or changes to. */
  type?: Observation['type']
  /** The observation as it was shown when it was changed or deleted: others may delete it before that arrives. */
  before?: Observation
  session?: Pick<ExploratorySession, 'assignee' | 'milestone' | 'environment'>
}

export interface Commanded {
  /** Its idempotency key, and the id of its record. */
  key: string
  /** ISO, by this device's clock. */
  at: string
  projectKey: string
  command: ExploratoryCommand
  hints: CommandHints
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

const key = string()

/** Of one exploratory session, all of them made on this device: what was done here, and what the server answered. */
export const exploratoryEvents = {
  /** Everything told before is in it, apart from the commands that follow it anew. */
  'exploratory/loaded': type({ base: BaseStruct }),
  'exploratory/commanded': type({
    key,
    at: string(),
    projectKey: string(),
    command: CommandStruct,
    hints: HintsStruct,
  }) as unknown as Struct<Commanded>,
  'exploratory/confirmed': type({
    key,
    observation: optional(ObservationStruct),
    session: optional(SessionStruct),
  }),
  'exploratory/refused': type({ key, refusal: RefusalStruct }),
  /** The person has decided: another command, under a key of its own, takes its place. */
  'exploratory/replaced': type({
    key,
    by: type({ key, at: string(), command: CommandStruct, hints: optional(HintsStruct) }),
  }),
  /** The person has decided: it is sent once more as it is, under the same key. */
  'exploratory/retried': type({ key }),
  'exploratory/dropped': type({ key }),
}
