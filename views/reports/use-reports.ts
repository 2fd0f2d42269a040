import { createReportsService } from '../../services/reports/reports.ts'
import { serviceOf } from '../boot/service-of.ts'

/** Calls about reports on the launches of a project. */
export const useReports = serviceOf(({ send }) => createReportsService(send))
