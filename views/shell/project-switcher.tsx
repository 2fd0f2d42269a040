/** Shows the current project and switches to others. Outside projects it shows the workspace. */
import { ChevronsUpDown, LayoutGrid, Plus } from 'lucide-react'
import { KeyTile } from '../ui/marks/key-tile.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator } from '../ui/overlays/menu.tsx'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import type { ProjectLink } from './navigation.ts'
import styles from './project-switcher.module.css'

export type ProjectSwitcherProps = {
  workspaceName: string
  project: ProjectLink | null
  projects: readonly ProjectLink[]
  allProjectsHref: string
  /** Undefined for users who may not create projects. */
  onCreateProject?: (() => void) | undefined
  isFolded: boolean
}

const shownAtMost = 12

export function ProjectSwitcher({
  workspaceName,
  project,
  projects,
  allProjectsHref,
  onCreateProject,
  isFolded,
}: ProjectSwitcherProps) {
  const name = project?.name ?? workspaceName
  const note = project === null ? 'Workspace' : workspaceName
  return (
    <Menu
      label="Switch project"
      side={isFolded ? 'right' : 'bottom'}
      trigger={
        <button
          type="button"
          className={styles.switcher}
          data-folded={isFolded || undefined}
          data-tip={isFolded ? `${name}, ${note}` : undefined}
        >
          {project === null ? (
            <LayoutGrid aria-hidden />
          ) : (
            <span aria-hidden>
              <KeyTile projectKey={project.key} logoUrl={project.logoUrl} />
            </span>
          )}
          {!isFolded && (
            <>
              <span className={styles.words}>
                <b>{name}</b>
                <small>{note}</small>
              </span>
              <ChevronsUpDown aria-hidden />
            </>
          )}
          <VisuallyHidden>{isFolded ? `${name}, switch project` : 'switch project'}</VisuallyHidden>
        </button>
      }
    >
      {projects.length > 0 && (
        <>
          <MenuSection label="Projects">
            {projects.slice(0, shownAtMost).map((other) => (
              <MenuItem
                key={other.key}
                href={other.href}
                isSelected={other.key === project?.key}
                description={other.key}
              >
                {other.name}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={<LayoutGrid aria-hidden />} href={allProjectsHref}>
        All projects
      </MenuItem>
      {onCreateProject !== undefined && (
        <MenuItem icon={<Plus aria-hidden />} onSelect={onCreateProject}>
          New project
        </MenuItem>
      )}
    </Menu>
  )
}
