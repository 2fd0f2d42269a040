/** What other capabilities may use of issue trackers. */
export { JIRA_KEY, jiraTracker } from './jira.ts'
export { createSpeaker, type Speaker } from './speaker.ts'
export { TrackerFailure } from './tracker.ts'
