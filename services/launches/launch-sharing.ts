import {
  assignLaunchesToMilestone,
  exportLaunchPath,
  listRecipients,
  mailLaunches,
} from '../../contract/launches/launch-actions.ts'
import { listMilestones } from '../../contract/settings/milestones.ts'
import type { Send } from '../http/http.ts'
import { namedFileOf, type NamedFile } from '../http/named-file.ts'
import type { TokenSource } from '../http/renewing.ts'
import { createRawCall } from '../http/raw-call.ts'

/** Actions on finished launches other than review and deletion. */
export const createLaunchSharingService = (
  send: Send,
  session: TokenSource,
  fetch: (address: string, init: RequestInit) => Promise<Response>,
) => {
  const call = createRawCall(session, fetch)
  return {
    recipients: async (projectKey: string) => (await send(listRecipients, { params: { projectKey } })).items,
    mail: (projectKey: string, body: { launchIds: number[]; recipients: string[]; message: string }) =>
      send(mailLaunches, { params: { projectKey }, body }),
    /** Open milestones (ACTIONS-04). */
    milestones: async (projectKey: string) =>
      (
        await send(listMilestones, {
          params: { projectKey },
          query: { page: 1, pageSize: 10_000, completed: false },
        })
      ).items,
    /** `seen`: launches with the names of their milestones, as the user saw them. */
    assignToMilestone: (
      projectKey: string,
      seen: { launchId: number; milestone: string | null }[],
      milestoneId: number | null,
    ) =>
      send(assignLaunchesToMilestone, {
        params: { projectKey },
        body: { launchIds: seen.map(({ launchId }) => launchId), milestoneId, seen },
      }),
    exportHtml: async (projectKey: string, launchId: number): Promise<NamedFile> =>
      namedFileOf(await call(exportLaunchPath(projectKey, launchId), { method: 'GET' }), 'launch.html'),
  }
}
export type LaunchSharingService = ReturnType<typeof createLaunchSharingService>
