/** Search and filters of the trash bin (TRASH-04 to TRASH-11): the repository's, plus deletion date and author. */
import { Plus } from 'lucide-react'
import { listCaseAuthors } from '../../../contract/cases/cases.ts'
import type { CaseFilter } from '../../../contract/cases/filter.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { listFieldUsers } from '../../../contract/settings/test-case-fields.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { FilterPanel } from '../../shared/cases/filters/filter-panel.tsx'
import { chipsOf, filterFields } from '../../shared/cases/filters/filters.ts'
import { useVocabulary } from '../../shared/cases/vocabulary.tsx'

export interface TrashToolbarProps {
  typed: string
  filter: CaseFilter
  isFiltered: boolean
  onType: (q: string) => void
  onSearch: () => void
  onFilter: (filter: CaseFilter) => void
  onClear: () => void
}

export function TrashToolbar({ typed, filter, isFiltered, onType, onSearch, onFilter, onClear }: TrashToolbarProps) {
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
    <>
      <SearchField
        label="Search cases"
        maxLength={LIMITS.caseQuery}
        value={typed}
        onValueChange={onType}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch()
        }}
      />
      <FilterChips chips={chipsOf(fields, onFilter)} />
      <Popover
        label="Filters"
        trigger={
          <Button variant="quiet" size="sm" icon={<Plus aria-hidden />}>
            Filter
          </Button>
        }
      >
        <FilterPanel fields={fields} onFilter={onFilter} />
      </Popover>
      {isFiltered && (
        <Button variant="quiet" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </>
  )
}
