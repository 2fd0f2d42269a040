/** What other capabilities may use of issue trackers. */
export { JIRA_KEY, jiraTracker } from './jira.ts'
export { TrackerFailure } from './tracker.ts'
