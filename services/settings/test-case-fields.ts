import type { z } from 'zod/mini'
import {
  createTestCaseField,
  deleteTestCaseField,
  getTestCaseField,
  getTestCaseFieldUsage,
  listFieldUsers,
  listTestCaseFields,
  saveTestCaseFields,
  updateTestCaseField,
  type FieldPlace,
} from '../../contract/settings/test-case-fields.ts'
import type { Send } from '../http/http.ts'

/**
 * Calls about test case fields. Saving positions of an old version throws `ApiError` with the code `stale` and the stored list in
 * `current`.
 */
export const createTestCaseFieldsService = (send: Send) => ({
  list: (projectKey: string) => send(listTestCaseFields, { params: { projectKey } }),
  savePlaces: (projectKey: string, version: number, fields: FieldPlace[]) =>
    send(saveTestCaseFields, { params: { projectKey }, body: { version, fields } }),
  get: (projectKey: string, fieldId: number) => send(getTestCaseField, { params: { projectKey, fieldId } }),
  create: (projectKey: string, body: z.infer<typeof createTestCaseField.body>) =>
    send(createTestCaseField, { params: { projectKey }, body }),
  update: (projectKey: string, fieldId: number, body: z.infer<typeof updateTestCaseField.body>) =>
    send(updateTestCaseField, { params: { projectKey, fieldId }, body }),
  usage: (projectKey: string, fieldId: number) => send(getTestCaseFieldUsage, { params: { projectKey, fieldId } }),
  delete: (projectKey: string, fieldId: number) => send(deleteTestCaseField, { params: { projectKey, fieldId } }),
  users: (projectKey: string, q: string) => send(listFieldUsers, { params: { projectKey }, query: { q } }),
  /** A current or former member; null for other users. */
  user: async (projectKey: string, id: number) =>
    (await send(listFieldUsers, { params: { projectKey }, query: { id } })).items[0] ?? null,
})
