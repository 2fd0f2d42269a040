/** Free space for unsent work on this device. Empty where the browser does not tell. */
import { useResource } from '../../application/context.tsx'
import { storageUse } from '../../application/log/persistence.ts'
import { formatSize } from '../../ui/text/format-size.ts'
import styles from './outbox-panel.module.css'

export function StorageUseLine() {
  const { value } = useResource(async () => ({ use: await storageUse() }))
  const use = value?.use ?? null
  if (use === null) return null
  return (
    <p className={styles.storage}>
      Storage on this device: {formatSize(use.usedBytes)} of {formatSize(use.availableBytes)} used
    </p>
  )
}
