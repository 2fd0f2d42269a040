import type { Generated, GeneratedAlways } from 'kysely'
import type { Predicate } from '../../contract/launches/launch-predicates.ts'
import type { CreatedAt, Json, MaybeTime } from './schema.ts'

export interface SavedLaunchFilterTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  items: Json<Predicate[]>
  is_private: Generated<boolean>
  /** Incremented by changes that are visible to others, which excludes favourites. */
  version: Generated<number>
  created_by: number | null
  created_at: CreatedAt
  deleted_at: MaybeTime
}

export interface SavedLaunchFilterFavoriteTable {
  filter_id: number
  person_id: number
}

export interface SavedFilterTables {
  saved_launch_filter: SavedLaunchFilterTable
  saved_launch_filter_favorite: SavedLaunchFilterFavoriteTable
}
