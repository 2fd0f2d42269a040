import type { ReactNode } from 'react'
import { useProject } from '../../application/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { paths } from '../../shared/routes.ts'
import styles from './getting-started.module.css'

/** Layout of the getting-started pages. `framework`: name of the guide's framework. */
export function GettingStartedPage({ framework, children }: { framework?: string; children: ReactNode }) {
  const { name } = useProject()
  const title = 'Getting started'
  return (
    <Page
      title={framework === undefined ? title : `${title} with ${framework}`}
      documentTitle={`${framework ?? title} · ${name}`}
      names={framework === undefined ? {} : { [paths.gettingStartedWith]: framework }}
      hasRule
      isPadded
    >
      <div className={styles.page}>{children}</div>
    </Page>
  )
}
