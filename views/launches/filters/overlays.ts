/** What is loaded once somebody chooses, opens or saves a filter: one file, so that nothing of it is in a chunk that the list loads. */
export { ActiveFilter } from '../saved-filters/active-filter.tsx'
export { SaveFilterDialog } from '../saved-filters/save-filter-dialog.tsx'
export { SavedFiltersDrawer } from '../saved-filters/saved-filters-drawer.tsx'
export { FilterPanel } from '../../shared/launch-filters/filter-panel.tsx'
