/** The preview, loaded when a case is first opened: lists do not need its code. */
import { type ComponentProps } from 'react'
import { Later, later } from '../../ui/layout/later.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import type { CasePreview as Preview } from './case-preview.tsx'
import styles from './case-preview.module.css'

/** Starts loading while the case itself loads; later calls do nothing. */
export const loadPreview = () => import('./case-preview.tsx')

const Loaded = later(() => loadPreview().then((m) => m.CasePreview))

export const CasePreview = (props: ComponentProps<typeof Preview>) => (
  <Later fallback={<PreviewSkeleton />}>
    <Loaded {...props} />
  </Later>
)

export function PreviewSkeleton() {
  return (
    <div className={styles.preview} aria-busy>
      <div className={styles.head}>
        <Skeleton width={64} />
      </div>
      <div className={styles.body}>
        {[220, 300, 160, 280, 240].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </div>
  )
}
