import type { Send } from '../../../services/http/http.ts'
import { failureTagFaults } from '../../../contract/settings/failure-tag-rules.ts'
import {
  FailureTag,
  FailureTags,
  getFailureTags,
  saveFailureTags,
  type FailureTagValue,
} from '../../../contract/settings/failure-tags.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Stored } from '../../../machines/patterns/held-editor/held-context.ts'
import type { HeldList } from '../held/use-held-editor.ts'

/** A failure tag in the editor; a new one has no id. */
export type TagEntry = FailureTag

const storedOf = ({ version, savedBy, items }: FailureTags): Stored<TagEntry> => ({ version, savedBy, entries: items })

export const tagList = (send: Send, projectKey: string): HeldList<TagEntry> => ({
  name: 'failure-tags',
  fields: ['name', 'value', 'enabled', 'colorHex'],
  validate: failureTagFaults,
  entry: FailureTag,
  load: async () => storedOf(await send(getFailureTags, { params: { projectKey } })),
  save: async (version, entries) =>
    storedOf(
      await send(saveFailureTags, {
        params: { projectKey },
        body: { version, items: entries.map((tag, relativePosition) => ({ ...tag, relativePosition })) },
      }),
    ),
  storedOf: (answer) => {
    const parsed = FailureTags.safeParse(answer)
    return parsed.success ? storedOf(parsed.data) : null
  },
  savedText: TEXTS.failureTagsSaved,
})

export const newTag = (): TagEntry => ({
  id: null,
  name: '',
  value: 'PRODUCT_DEFECT',
  enabled: true,
  colorHex: '#5B6472',
  relativePosition: 0,
})

const FIELDS: Partial<Record<string, string>> = { colorHex: 'the colour', value: 'what it counts as' }
export const fieldWords = (field: string): string => FIELDS[field] ?? 'the name'

export const tagValueWords: Record<FailureTagValue, string> = {
  PRODUCT_DEFECT: 'Product defect',
  AUTOMATION_DEFECT: 'Automation defect',
  ENVIRONMENT_ISSUE: 'Environment issue',
  TO_INVESTIGATE: 'To investigate',
  NO_DEFECT: 'No defect',
}
