import { fromPromise } from 'xstate'
import { listTestLogs, type LogEntry } from '../../../contract/launches/test-details.ts'
import { screenshotViewer, type Picture } from '../../../machines/launches/screenshot-viewer.machine.ts'
import type { Send } from '../../../services/http/http.ts'

/** Returns the screenshots in an attempt's log. */
export const picturesOf = (entries: readonly LogEntry[], attempt: number): Picture[] =>
  entries.flatMap(({ kind, id, url, at, message }) =>
    kind === 'screenshot' && url !== null ? [{ id, url, at, words: message ?? '', attempt }] : [],
  )

/** Log pages that are searched for screenshots: an attempt may have written very many. */
const MAX_PAGES = 20

type World = { send: Send; projectKey: string; launchId: number; testId: number }

export const screenshotViewerIn = ({ send, projectKey, launchId, testId }: World) =>
  screenshotViewer.provide({
    actors: {
      loadEarlier: fromPromise<readonly Picture[], { attempt: number }>(async ({ input }) => {
        const attempt = input.attempt - 1
        const pictures: Picture[] = []
        let pageToken: string | null = null
        for (let page = 0; page < MAX_PAGES && (page === 0 || pageToken !== null); page += 1) {
          const query: { attempt: number; pageToken?: string } = {
            attempt,
            ...(pageToken === null ? {} : { pageToken }),
          }
          const answer = await send(listTestLogs, { params: { projectKey, launchId, testId }, query })
          pictures.push(...picturesOf(answer.items, attempt))
          pageToken = answer.nextPageToken
        }
        return pictures
      }),
    },
  })
