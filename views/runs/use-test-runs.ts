import { createTestRunsService } from '../../services/runs/test-runs.ts'
import { serviceOf } from '../boot/service-of.ts'

/** Calls about test runs. */
export const useTestRuns = serviceOf(({ send }) => createTestRunsService(send))
