import { listSavedFilters } from '../../../contract/launches/saved-filters.ts'
import type { LaunchesQuery } from '../../../contract/launches/launches.ts'
import { areSamePredicates, predicatesOf } from '../../../contract/launches/launch-predicates.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'

/** Name of the saved filter in the address; use its id as `key`. */
export function ActiveFilter({ query }: { query: LaunchesQuery }) {
  const { send } = useApplication()
  const { key } = useProject()
  const { value } = useResource(() =>
    send(listSavedFilters, { params: { projectKey: key } }).then(({ items }) => items),
  )
  const active = value?.find(({ id }) => id === query.savedFilter)
  // Another user's private filter, or a deleted one: its predicates are in the address and still apply.
  if (active === undefined) return 'Saved filters'
  return areSamePredicates(active.items, predicatesOf(query)) ? active.name : `${active.name} (changed)`
}
