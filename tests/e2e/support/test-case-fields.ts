import { expect, type APIRequestContext, type Page } from '@playwright/test'
import type { z } from 'zod/mini'
import { pathOf } from '../../../contract/call.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import {
  createTestCaseField,
  listTestCaseFields,
  saveTestCaseFields,
  type TestCaseField,
  type TestCaseFields,
} from '../../../contract/settings/test-case-fields.ts'
import { PROJECT_KEY } from './founding.ts'
import { signInDirectly } from './session.ts'

/** The calls of fields in the name of the owner. */
export const testCaseFieldsCalls = async (page: Page) => {
  const { authToken } = await signInDirectly(page)
  const headers = { authorization: `Bearer ${authToken}` }
  const requests: APIRequestContext = page.request
  const address = (path: string) => pathOf(path, { projectKey: PROJECT_KEY })
  const list = async () =>
    (await (await requests.get(address(listTestCaseFields.path), { headers })).json()) as TestCaseFields
  return {
    authToken,
    list,
    find: async (name: string): Promise<TestCaseField> => {
      const found = (await list()).data.fields.find((field) => field.name === name)
      if (!found) throw new Error(`no field ${name}`)
      return found
    },
    create: async (name: string, typed: object = { dataType: 'STRING', value: { hasDefault: false, default: '' } }) => {
      const { data } = await list()
      const body = {
        name,
        systemName: name.replaceAll(/\W/g, '_'),
        description: '',
        tabId: data.tabs[1]?.id ?? null,
        ...typed,
      } as z.infer<typeof createTestCaseField.body>
      const answer = await requests.post(address(createTestCaseField.path), { headers, data: body })
      expect(answer.ok(), await answer.text()).toBe(true)
      return (await answer.json()) as TestCaseField
    },
    savePlaces: async (change: (field: TestCaseField) => Partial<TestCaseField>) => {
      const { version, data } = await list()
      const fields = data.fields.map((field) => ({ ...field, ...change(field) }))
      const answer = await requests.put(address(saveTestCaseFields.path), { headers, data: { version, fields } })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
    switchFeature: async (feature: string, isOn: boolean) => {
      const answer = await requests.put(pathOf(switchFeature.path, { feature }), { headers, data: { on: isOn } })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
  }
}
