import {
  changeQuarantine,
  listLaunchQuarantine,
  listQuarantine,
  type WantedQuarantine,
} from '../../contract/launches/quarantine.ts'
import type { Send } from '../http/http.ts'

/** Calls about quarantined tests. */
export const createQuarantineService = (send: Send) => ({
  list: (projectKey: string) => send(listQuarantine, { params: { projectKey } }).then(({ items }) => items),
  ofLaunch: (projectKey: string, launchId: number) =>
    send(listLaunchQuarantine, { params: { projectKey, launchId } }).then(({ items }) => items),
  change: (projectKey: string, items: readonly WantedQuarantine[]) =>
    send(changeQuarantine, { params: { projectKey }, body: { items: [...items] } }).then((answer) => answer.items),
})
