/** What is loaded once somebody opens or saves a filter. */
export { ActiveFilter } from './active-filter.tsx'
export { SaveFilterDialog } from './save-filter-dialog.tsx'
export { SavedFiltersDrawer } from './saved-filters-drawer.tsx'
