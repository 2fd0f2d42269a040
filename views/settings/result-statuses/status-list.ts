import { z } from 'zod/mini'
import { entryId } from '../../../contract/settings/held-list.ts'
import { resultStatusFaults } from '../../../contract/settings/result-status-rules.ts'
import {
  ResultStatuses,
  StoredResultStatus,
  getResultStatuses,
  saveResultStatuses,
  type ResultStatuses as Answer,
} from '../../../contract/settings/result-statuses.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Stored } from '../../../machines/patterns/held-editor/held-context.ts'
import type { Send } from '../../../services/http/http.ts'
import type { HeldList } from '../held/use-held-editor.ts'

/** A result status in the editor; a new one has no id. */
const StatusEntry = z.extend(StoredResultStatus, { id: entryId })
export type StatusEntry = z.infer<typeof StatusEntry>

const storedOf = ({ version, savedBy, data }: Answer): Stored<StatusEntry> => ({
  version,
  savedBy,
  entries: data.resultStatuses,
})

/** 'untested' keeps its name and meaning, and is always on (RESULTS-12, RESULTS-13). */
const LOCKED = ['name', 'enabled', 'isSuccess', 'isFailure', 'isCompleted'] as const

export const statusList = (send: Send, projectKey: string): HeldList<StatusEntry> => ({
  name: 'result-statuses',
  fields: ['name', 'aliases', 'enabled', 'colorHex', 'isSuccess', 'isFailure', 'isCompleted'],
  isFixed: ({ isUntested }) => isUntested,
  locked: ({ isUntested }) => (isUntested ? LOCKED : []),
  // Built-in statuses have ids: they come from the server.
  validate: (entries, stored) => resultStatusFaults(entries, stored as readonly StoredResultStatus[]),
  entry: StatusEntry,
  load: async () => storedOf(await send(getResultStatuses, { params: { projectKey } })),
  save: async (version, entries) =>
    storedOf(
      await send(saveResultStatuses, {
        params: { projectKey },
        body: {
          version,
          resultStatuses: entries.map(({ isAssignable: _, isUntested: __, ...status }, relativePosition) => ({
            ...status,
            relativePosition,
          })),
        },
      }),
    ),
  storedOf: (answer) => {
    const parsed = ResultStatuses.safeParse(answer)
    return parsed.success ? storedOf(parsed.data) : null
  },
  savedText: TEXTS.resultStatusesSaved,
})

export const newStatus = (): StatusEntry => ({
  id: null,
  name: '',
  aliases: '',
  enabled: true,
  colorHex: '#5B6472',
  isSuccess: false,
  isFailure: false,
  isCompleted: false,
  isAssignable: true,
  isUntested: false,
  relativePosition: 0,
})

const FIELD_LABELS: Record<string, string> = {
  name: 'the name',
  aliases: 'an alias',
  colorHex: 'the colour',
}
export const fieldLabel = (field: string): string => FIELD_LABELS[field] ?? 'what it counts as'
