/** Layout of the area's pages: back link to the launches, and a button for the tree on narrow pages. */
import { PanelLeft } from 'lucide-react'
import { useSearch } from 'wouter'
import { useProject } from '../application/context.tsx'
import { Page, type PageProps } from '../shared/page/page.tsx'
import { launchesHref } from '../shared/routes.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { isFromLaunches } from './address.ts'
import { useArea } from './area.ts'
import styles from './area-page.module.css'

export function AreaPage({ actions, ...page }: PageProps) {
  const { key } = useProject()
  const search = useSearch()
  const { openTree } = useArea()
  return (
    <Page
      {...page}
      from={isFromLaunches(search) ? { label: 'Launches', href: launchesHref(key) } : null}
      actions={
        <>
          {actions}
          <IconButton className={styles.tree} label="Repositories and launchers" onClick={openTree}>
            <PanelLeft aria-hidden />
          </IconButton>
        </>
      }
    />
  )
}
