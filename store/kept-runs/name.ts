/** Of the database with the test runs that a person made available offline. */
export const keptRunsName = (personId: number): string => `assay-runs-${personId}`
