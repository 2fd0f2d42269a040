import {
  listLaunchChoices,
  listLaunchLabelKeys,
  listLaunchLabels,
  type ChoiceField,
} from '../../contract/launches/launch-choices.ts'
import type { Predicate } from '../../contract/launches/launch-predicates.ts'
import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  restoreSavedFilter,
  updateSavedFilter,
  type SavedFilter,
} from '../../contract/launches/saved-filters.ts'
import type { Send } from '../http/http.ts'

export type SavedFilterFlags = Partial<Pick<SavedFilter, 'isFavorite' | 'isPrivate'>>

/** Filter choices of the launches list, and saved filters. */
export const createLaunchFiltersService = (send: Send) => ({
  choices: (projectKey: string, field: ChoiceField, q: string, signal?: AbortSignal) =>
    send(listLaunchChoices, { params: { projectKey, field }, query: { q }, signal }),
  labelKeys: (projectKey: string, pageToken: string, signal?: AbortSignal) =>
    send(listLaunchLabelKeys, { params: { projectKey }, query: { pageToken }, signal }),
  labels: (projectKey: string, key: string, q: string, signal?: AbortSignal) =>
    send(listLaunchLabels, { params: { projectKey }, query: { key, q }, signal }),

  saved: async (projectKey: string, signal?: AbortSignal) =>
    (await send(listSavedFilters, { params: { projectKey }, signal })).items,
  save: (projectKey: string, body: { name: string; isPrivate: boolean; items: Predicate[] }) =>
    send(createSavedFilter, { params: { projectKey }, body }),
  /** `expected`: the flags that the author saw. */
  flag: (projectKey: string, filterId: number, flags: SavedFilterFlags, expected: SavedFilterFlags) =>
    send(updateSavedFilter, { params: { projectKey, filterId }, body: { ...flags, expected } }),
  delete: (projectKey: string, { id, version }: Pick<SavedFilter, 'id' | 'version'>) =>
    send(deleteSavedFilter, { params: { projectKey, filterId: id }, query: { version } }),
  restore: (projectKey: string, filterId: number) => send(restoreSavedFilter, { params: { projectKey, filterId } }),
})
