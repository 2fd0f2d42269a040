import { recall, remember } from '../../ui/remember.ts'

/** Missing on insecure origins. */
type StorageOfBrowser = Partial<Pick<StorageManager, 'persist' | 'estimate'>> | undefined

/**
 * Requests once per person that this device keeps what they do offline, also when space runs short. Some browsers ask the person, so
 * nothing waits for the answer.
 */
export const requestPersistence = (
  personId: number,
  storage: StorageOfBrowser = navigator.storage as StorageManager | undefined,
): void => {
  const habit = `persistence.${personId}`
  if (storage?.persist === undefined || recall(habit) !== null) return
  remember(habit, 'requested')
  storage.persist().catch((cause: unknown) => console.warn('Persistent storage could not be requested', cause))
}

export interface StorageUse {
  usedBytes: number
  availableBytes: number
}

/** Resolves with how much of the space for this origin is used, and with null where the browser does not say. */
export const storageUse = async (
  storage: StorageOfBrowser = navigator.storage as StorageManager | undefined,
): Promise<StorageUse | null> => {
  const { usage, quota } = (await storage?.estimate?.().catch(() => undefined)) ?? {}
  return usage === undefined || quota === undefined ? null : { usedBytes: usage, availableBytes: quota }
}
