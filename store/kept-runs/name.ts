/** Name of the database with offline test runs. */
export const keptRunsName = (userId: number): string => `assay-runs-${userId}`
