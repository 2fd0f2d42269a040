/** Name of the database with offline test runs. */
export const offlineRunsName = (userId: number): string => `assay-runs-${userId}`
