import { getLaunchNews, recordLaunchVisit } from '../../contract/launches/launch-visits.ts'
import type { Send } from '../http/http.ts'

export const createVisitsService = (send: Send) => ({
  news: (projectKey: string, launchId: number) => send(getLaunchNews, { params: { projectKey, launchId } }),
  /** Survives the page's unload. */
  record: (projectKey: string, launchId: number, isRead: boolean) =>
    send(recordLaunchVisit, { params: { projectKey, launchId }, body: { isRead }, keepalive: true }),
})
