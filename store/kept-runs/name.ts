/** Name of the database with offline test runs. */
export const keptRunsName = (personId: number): string => `assay-runs-${personId}`
