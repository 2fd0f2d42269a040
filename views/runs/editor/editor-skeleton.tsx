import { Page } from '../../shared/page/page.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from './run-form.module.css'

export const EditorSkeleton = ({ title }: { title: string }) => (
  <Page title={title} hasRule>
    <div className={styles.loading} aria-busy>
      {[32, 96, 32, 32].map((height, at) => (
        <Skeleton key={at} width={320} height={height} />
      ))}
    </div>
  </Page>
)
