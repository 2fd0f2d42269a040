import type { Send } from '../../../services/http/http.ts'
import { observationTypeFaults } from '../../../contract/settings/observation-type-rules.ts'
import {
  ObservationType,
  ObservationTypes,
  getObservationTypes,
  saveObservationTypes,
} from '../../../contract/settings/observation-types.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Stored } from '../../../machines/patterns/held-editor/held-context.ts'
import type { HeldList } from '../held/use-held-editor.ts'

/** An observation type in the editor; a new one has no id. */
export type TypeEntry = ObservationType

const storedOf = ({ version, savedBy, items }: ObservationTypes): Stored<TypeEntry> => ({
  version,
  savedBy,
  entries: items,
})

export const typeList = (send: Send, projectKey: string): HeldList<TypeEntry> => ({
  name: 'observation-types',
  fields: ['name', 'enabled', 'colorHex'],
  validate: observationTypeFaults,
  entry: ObservationType,
  load: async () => storedOf(await send(getObservationTypes, { params: { projectKey } })),
  save: async (version, entries) =>
    storedOf(
      await send(saveObservationTypes, {
        params: { projectKey },
        body: { version, items: entries.map((type, relativePosition) => ({ ...type, relativePosition })) },
      }),
    ),
  storedOf: (answer) => {
    const parsed = ObservationTypes.safeParse(answer)
    return parsed.success ? storedOf(parsed.data) : null
  },
  savedText: TEXTS.observationTypesSaved,
})

export const newType = (): TypeEntry => ({
  id: null,
  name: '',
  enabled: true,
  colorHex: '#5B6472',
  relativePosition: 0,
})

export const fieldLabel = (field: string): string => (field === 'colorHex' ? 'the colour' : 'the name')
