import type { ReactNode } from 'react'
import { useProject } from '../app/context.tsx'
import { Page } from '../app/page.tsx'
import { gettingStartedHref, launchesHref } from '../app/routes.ts'
import styles from './getting-started.module.css'

/** The frame of the pages on how reporting is set up. `framework`: the name of the one whose guide it is. */
export function GettingStartedPage({ framework, children }: { framework?: string; children: ReactNode }) {
  const { key, name } = useProject()
  const title = 'Getting started'
  return (
    <Page
      title={framework === undefined ? title : `${title} with ${framework}`}
      documentTitle={`${framework ?? title} · ${name}`}
      crumbs={[
        { label: name, href: launchesHref(key) },
        { label: 'Launches', href: launchesHref(key) },
        ...(framework === undefined
          ? [{ label: title }]
          : [{ label: title, href: gettingStartedHref(key) }, { label: framework }]),
      ]}
      hasRule
      isPadded
    >
      <div className={styles.page}>{children}</div>
    </Page>
  )
}
