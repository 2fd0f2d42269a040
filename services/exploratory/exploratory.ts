import type { z } from 'zod/mini'
import { sendExploratoryCommands, type SentCommand } from '../../contract/exploratory/commands.ts'
import { getUploadState } from '../../contract/exploratory/files.ts'
import { listObservations } from '../../contract/exploratory/observations.ts'
import { getExploratorySession, listExploratorySessions } from '../../contract/exploratory/sessions.ts'
import { listRequirementSystems } from '../../contract/settings/requirement-systems.ts'
import { getObservationTypes } from '../../contract/settings/observation-types.ts'
import type { Send } from '../http/http.ts'
import { createProjectChoicesService } from '../projects/choices.ts'

type ListQuery = Partial<z.infer<typeof listExploratorySessions.query>>

/** Calls about exploratory sessions. Changes are sent as commands. */
export const createExploratoryService = (send: Send) => ({
  list: (projectKey: string, query: ListQuery, signal?: AbortSignal) =>
    send(listExploratorySessions, { params: { projectKey }, query, signal }),
  get: (projectKey: string, exploratorySessionId: string, signal?: AbortSignal) =>
    send(getExploratorySession, { params: { projectKey, exploratorySessionId }, signal }),
  /** All observations, with the session at the same revision. */
  observations: (projectKey: string, exploratorySessionId: string, signal?: AbortSignal) =>
    send(listObservations, { params: { projectKey, exploratorySessionId }, signal }),
  sendCommands: (projectKey: string, commands: SentCommand[]) =>
    send(sendExploratoryCommands, { params: { projectKey }, body: { commands } }),
  uploadState: (projectKey: string, fileUuid: string) => send(getUploadState, { params: { projectKey, fileUuid } }),

  ...createProjectChoicesService(send),
  requirementSystems: async (projectKey: string) =>
    (await send(listRequirementSystems, { params: { projectKey } })).items,
  observationTypes: async (projectKey: string) => (await send(getObservationTypes, { params: { projectKey } })).items,
})
export type ExploratoryService = ReturnType<typeof createExploratoryService>
