import { TEXTS } from '../texts.ts'

const counted = (one: string, many: string) => (count: number) => (count === 1 ? one : many)

/** Texts of test runs that the server, the machines and the pages share (RUNS, RUNED). */
export const RUN_TEXTS = {
  title: TEXTS.titleLength255,
  description: 'Must be between 0 and 2047 characters',
  notFound: "Test run doesn't exist",
  closed: 'The test run is closed: its results can no longer be changed',
  ofPlan: 'The test run is part of a test plan: change it there',
  caseGone: 'The test case is no longer in the test run',
  statusOff: 'This status can no longer be given',
  noCases: 'Choose at least one test case',
  created: 'Test run was successfully created',
  updated: 'Test run was successfully updated',
  idCopied: 'Test run ID was copied to clipboard',
  closedToast: counted('Test run has been successfully closed', 'Test runs have been successfully closed'),
  deletedToast: counted('Test run has been successfully deleted', 'Test runs have been successfully deleted'),
  assigned: counted('Test run has been assigned to milestone', 'Test runs have been assigned to milestone'),
  unassigned: counted('Test run has been unassigned from milestone', 'Test runs have been unassigned from milestone'),
  bulkOfPlan:
    'Bulk actions cannot be performed on test runs that are part of a test plan. To modify such runs, please access and make changes from the test plan directly.',
} as const
