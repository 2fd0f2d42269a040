import {
  sendExploratoryCommands,
  type CommandRefusal,
  type ExploratoryCommand,
} from '../../../contract/exploratory/commands.ts'
import {
  createObservation,
  deleteObservations,
  editObservation,
  listObservations,
  ObservationValues,
} from '../../../contract/exploratory/observations.ts'
import {
  closeExploratorySession,
  createExploratorySession,
  deleteExploratorySession,
  ExploratorySessionValues,
  getExploratorySession,
  listExploratorySessions,
  updateExploratorySession,
} from '../../../contract/exploratory/sessions.ts'
import { getObservationTypes, saveObservationTypes } from '../../../contract/settings/observation-types.ts'
import { ask, refusalOf, type Asked, type TestApp } from '../support/app.ts'
import { aProject, type TestUser } from '../support/people.ts'

let projects = 0

export type SessionWanted = Partial<ExploratorySessionValues> & { id?: string }
export type ObservationWanted = Partial<ObservationValues> & { id?: string; clockMillis?: number | null }

/** A project with its exploratory sessions, as `user` sees and changes them. */
export const anExploratoryProject = async (app: TestApp, user: TestUser) => {
  projects += 1
  const projectKey = `X${projects}`
  const projectId = await aProject(app, user, projectKey)
  return exploratoryOf(app, user, projectKey, projectId)
}
export type Exploratory = Awaited<ReturnType<typeof anExploratoryProject>>

export const exploratoryOf = async (app: TestApp, { token }: TestUser, projectKey: string, projectId: number) => {
  const params = { projectKey }
  const at = { token, params }
  const of = (exploratorySessionId: string) => ({ token, params: { projectKey, exploratorySessionId } })
  const types = async () => (await ask(app, getObservationTypes, at)).items
  const [firstType] = await types()
  const typeId = firstType?.id ?? 0
  const send = (commands: readonly ExploratoryCommand[], more: { keys?: string[]; at?: Date } = {}) =>
    ask(app, sendExploratoryCommands, {
      ...at,
      body: {
        commands: commands.map((command, turn) => ({
          key: more.keys?.[turn] ?? crypto.randomUUID(),
          at: (more.at ?? new Date()).toISOString(),
          command,
        })),
      },
    })
  return {
    projectId,
    projectKey,
    params,
    token,
    typeId,
    types,
    of,
    create: async (requested: SessionWanted = {}) =>
      (await ask(app, createExploratorySession, { ...at, body: sessionWith(requested) })).data,
    createRefused: (requested: SessionWanted) =>
      refusalOf(app, createExploratorySession, { ...at, body: sessionWith(requested) }),
    update: async (id: string, requested: SessionWanted) =>
      (await ask(app, updateExploratorySession, { ...of(id), body: sessionWith(requested) })).data,
    updateRefused: (id: string, requested: SessionWanted) =>
      refusalOf(app, updateExploratorySession, { ...of(id), body: sessionWith(requested) }),
    get: async (id: string) => (await ask(app, getExploratorySession, of(id))).data,
    close: async (id: string) => (await ask(app, closeExploratorySession, of(id))).data,
    delete: (id: string) => ask(app, deleteExploratorySession, of(id)),
    list: (query: NonNullable<Asked<unknown>['query']> = {}) => ask(app, listExploratorySessions, { ...at, query }),
    titles: async (query: NonNullable<Asked<unknown>['query']> = {}) =>
      (await ask(app, listExploratorySessions, { ...at, query })).items.map(({ title }) => title),
    observe: async (id: string, requested: ObservationWanted = {}) =>
      (await ask(app, createObservation, { ...of(id), body: observationWith(typeId, requested) })).data,
    observeRefused: (id: string, requested: ObservationWanted = {}) =>
      refusalOf(app, createObservation, { ...of(id), body: observationWith(typeId, requested) }),
    edit: async (id: string, observationId: string, requested: ObservationWanted) =>
      (
        await ask(app, editObservation, {
          token,
          params: { projectKey, exploratorySessionId: id, observationId },
          body: observationWith(typeId, requested),
        })
      ).data,
    editRefused: (id: string, observationId: string, requested: ObservationWanted) =>
      refusalOf(app, editObservation, {
        token,
        params: { projectKey, exploratorySessionId: id, observationId },
        body: observationWith(typeId, requested),
      }),
    observations: async (id: string) => (await ask(app, listObservations, of(id))).items,
    remove: async (id: string, ids: string[]) =>
      (await ask(app, deleteObservations, { ...of(id), body: { ids } })).deleted,
    send,
    /** The rejection that ends the commands. */
    refused: async (...commands: ExploratoryCommand[]): Promise<CommandRefusal> => {
      const { outcomes } = await send(commands)
      const last = outcomes.at(-1)
      if (last?.outcome !== 'refused') throw new Error('nothing was refused')
      return last.refusal
    },
    /** Saves the types without this one, or with it disabled. */
    switchOff: async (id: number, how: 'off' | 'deleted') => {
      const { version, items } = await ask(app, getObservationTypes, at)
      const remaining = how === 'deleted' ? items.filter((type) => type.id !== id) : items
      await ask(app, saveObservationTypes, {
        ...at,
        body: { version, items: remaining.map((type) => (type.id === id ? { ...type, enabled: false } : type)) },
      })
    },
  }
}

const sessionWith = (requested: SessionWanted) => ({
  ...ExploratorySessionValues.parse({ title: 'Checkout by keyboard' }),
  ...requested,
})
const observationWith = (typeId: number, { clockMillis = null, ...wanted }: ObservationWanted) => ({
  ...ObservationValues.parse({ typeId, description: 'The total flickers' }),
  clockMillis,
  ...wanted,
})

export const sessionValues = (requested: Partial<ExploratorySessionValues> = {}): ExploratorySessionValues =>
  sessionWith(requested)
export const observationValues = (typeId: number, requested: Partial<ObservationValues> = {}): ObservationValues => ({
  ...ObservationValues.parse({ typeId, description: 'The total flickers' }),
  ...requested,
})

/** A report of the clock. */
export const measured = (
  sessionId: string,
  stretchId: string,
  elapsedMillis: number,
  isRunning = true,
): ExploratoryCommand => ({
  type: 'clock/measured',
  sessionId,
  stretchId,
  elapsedMillis,
  isRunning,
})
