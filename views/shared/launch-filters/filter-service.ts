import { createLaunchFiltersService } from '../../../services/launches/launch-filters.ts'
import { serviceOf } from '../../boot/service-of.ts'

/** Choices of the filter bar, and saved filters. */
export const useLaunchFilters = serviceOf(({ send }) => createLaunchFiltersService(send))
