import { recall, remember } from '../../ui/browser/remember.ts'

/** Undefined on insecure origins. */
type StorageOfBrowser = Partial<Pick<StorageManager, 'persist' | 'estimate'>> | undefined

/** Requests persistent storage once per user. Some browsers ask the user, so nothing waits for the answer. */
export const requestPersistence = (
  userId: number,
  storage: StorageOfBrowser = navigator.storage as StorageManager | undefined,
): void => {
  const habit = `persistence.${userId}`
  if (storage?.persist === undefined || recall(habit) !== null) return
  remember(habit, 'requested')
  storage.persist().catch((cause: unknown) => console.warn('Persistent storage could not be requested', cause))
}

export interface StorageUse {
  usedBytes: number
  availableBytes: number
}

/** Resolves with the used and available space of this origin, null when the browser does not tell. */
export const storageUse = async (
  storage: StorageOfBrowser = navigator.storage as StorageManager | undefined,
): Promise<StorageUse | null> => {
  const { usage, quota } = (await storage?.estimate?.().catch(() => undefined)) ?? {}
  return usage === undefined || quota === undefined ? null : { usedBytes: usage, availableBytes: quota }
}
