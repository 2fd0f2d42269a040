import { getLaunchNews, recordLaunchVisit } from '../../contract/launches/launch-visits.ts'
import type { Send } from '../http/http.ts'

export const createVisitsService = (send: Send) => ({
  news: (projectKey: string, launchId: number) => send(getLaunchNews, { params: { projectKey, launchId } }),
  /** Arrives although the page is being closed. */
  record: (projectKey: string, launchId: number, isRead: boolean) =>
    send(recordLaunchVisit, { params: { projectKey, launchId }, body: { isRead }, keepalive: true }),
})
