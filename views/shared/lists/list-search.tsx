import { LIMITS } from '../../../contract/limits.ts'
import { SearchField } from '../../ui/controls/search-field.tsx'

/** Search of a list; `search` is called with each change, `submitSearch` on Enter. */
export interface Searched {
  typed: string
  search: (q: string) => void
  submitSearch: () => void
}

interface ListSearchProps {
  /** 'Search launches'. */
  label: string
  list: Searched
  className?: string | undefined
}

export const ListSearch = ({ label, list, className }: ListSearchProps) => (
  <SearchField
    label={label}
    className={className}
    maxLength={LIMITS.caseQuery}
    value={list.typed}
    onValueChange={list.search}
    onKeyDown={(event) => {
      if (event.key === 'Enter') list.submitSearch()
    }}
  />
)
