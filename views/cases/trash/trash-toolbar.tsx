/** Search and filters of the trash bin (TRASH-04 to TRASH-11): the repository's, plus deletion date and author. */
import { listCaseAuthors } from '../../../contract/cases/cases.ts'
import type { CaseFilter } from '../../../contract/cases/filter.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { listFieldUsers } from '../../../contract/settings/test-case-fields.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { filterFields } from '../../shared/cases/filters/filters.ts'
import { panelFields } from '../../shared/cases/filters/panel-fields.tsx'
import { FilterBar } from '../../shared/filters/filter-bar.tsx'
import type { Searched } from '../../shared/lists/list-search.tsx'
import { useVocabulary } from '../../shared/cases/vocabulary.tsx'

export interface TrashToolbarProps {
  list: Searched
  filter: CaseFilter
  isFiltered: boolean
  onFilter: (filter: CaseFilter) => void
  onClear: () => void
}

export function TrashToolbar({ list, filter, isFiltered, onFilter, onClear }: TrashToolbarProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const vocabulary = useVocabulary()
  const { value } = useResource(async () => {
    const [authors, people, inUse] = await Promise.all([
      send(listCaseAuthors, { params: { projectKey: key } }),
      send(listFieldUsers, { params: { projectKey: key }, query: { pageSize: LIMITS.maxFieldUsers } }),
      send(listFieldUsers, { params: { projectKey: key }, query: { inUse: true, pageSize: LIMITS.maxFieldUsers } }),
    ])
    return {
      authors: authors.items.map(({ id, username, displayName }) => ({ id, name: displayName || username })),
      people: people.items.map(({ id, name }) => ({ id, name })),
      inUse: inUse.items.map(({ id, name }) => ({ id, name })),
    }
  })
  const fields = filterFields({
    filter,
    vocabulary,
    authors: value?.authors ?? null,
    people: value?.inUse ?? null,
    deleters: value?.people ?? [],
  })
  return (
    <FilterBar
      search="Search cases"
      list={list}
      fields={panelFields(fields, onFilter)}
      isFiltered={isFiltered}
      onClear={onClear}
    />
  )
}
