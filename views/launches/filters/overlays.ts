/** Code for choosing, opening and saving filters, in one chunk that the list does not load. */
export { ActiveFilter } from '../saved-filters/active-filter.tsx'
export { SaveFilterDialog } from '../saved-filters/save-filter-dialog.tsx'
export { SavedFiltersDrawer } from '../saved-filters/saved-filters-drawer.tsx'
export { FilterPanel } from '../../shared/launch-filters/filter-panel.tsx'
