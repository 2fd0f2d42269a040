import { createLaunchFiltersService } from '../../../services/launches/launch-filters.ts'
import { serviceOf } from '../../boot/service-of.ts'

/** Calls of the filter bar: choices and saved filters. */
export const useLaunchFilters = serviceOf(({ send }) => createLaunchFiltersService(send))
