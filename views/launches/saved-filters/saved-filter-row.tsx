import { Ellipsis, Globe, Link2, Lock, Star, Trash2 } from 'lucide-react'
import { LaunchesQuery } from '../../../contract/launches/launches.ts'
import { queryOfPredicates } from '../../../contract/launches/launch-predicates.ts'
import type { SavedFilter } from '../../../contract/launches/saved-filters.ts'
import { shownUsername } from '../../../contract/projects/people.ts'
import { useMay, useProject, useSession } from '../../application/context.tsx'
import { copyLink } from '../../shared/copy-link.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { launchesAddress } from '../address.ts'
import { predicateLabel } from '../../shared/launch-filters/filter-text.ts'
import styles from './saved-filters.module.css'

export interface SavedFilterRowProps {
  filter: SavedFilter
  isActive: boolean
  onFlag: (flags: Partial<Pick<SavedFilter, 'isFavorite' | 'isPrivate'>>) => void
  onDelete: () => void
  onOpen: () => void
}

/** Link that applies the saved filter. */
const savedFilterAddress = (projectKey: string, { id, items }: SavedFilter): string =>
  launchesAddress(projectKey, { ...LaunchesQuery.parse({}), ...queryOfPredicates(items), savedFilter: id })

export function SavedFilterRow({ filter, isActive, onFlag, onDelete, onOpen }: SavedFilterRowProps) {
  const { key, role } = useProject()
  const { user } = useSession()
  const may = useMay()
  const { name, items, isPrivate, isFavorite, createdBy } = filter
  const isOwn = createdBy?.id === user.id
  const href = savedFilterAddress(key, filter)
  const mayShare = isOwn || (!may.isReadOnly && role === 'ADMINISTRATOR') || may.has('reporting-filters-create-public')
  const mayDelete = isOwn || may.has('reporting-filters-delete-any')
  const about = items.map(predicateLabel).join(' · ')
  return (
    <li className={styles.filter} data-active={isActive || undefined}>
      <button
        type="button"
        className={styles.star}
        aria-pressed={isFavorite}
        aria-label={`Favourite ${name}`}
        data-tip={isFavorite ? 'Remove from favourites' : 'Add to favourites'}
        onClick={() => onFlag({ isFavorite: !isFavorite })}
      >
        <Star aria-hidden />
      </button>
      <PlainLink
        href={href}
        className={styles.words}
        {...(isActive ? { 'aria-current': 'true' } : {})}
        onClick={onOpen}
      >
        <b title={name}>{name}</b>
        <span title={about}>{about}</span>
        <small>
          {isPrivate ? <Lock aria-hidden /> : <Globe aria-hidden />}
          {isPrivate ? 'Private' : 'Public'}
          {!isOwn && createdBy !== null && `, by ${shownUsername(createdBy)}`}
        </small>
      </PlainLink>
      <Menu
        label={`Actions for ${name}`}
        align="end"
        trigger={
          <IconButton size="sm" label={`Actions for ${name}`}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copyLink(href)}>
          Copy link
        </MenuItem>
        {mayShare && (
          <MenuItem
            icon={isPrivate ? <Globe aria-hidden /> : <Lock aria-hidden />}
            onSelect={() => onFlag({ isPrivate: !isPrivate })}
          >
            {isPrivate ? 'Make public' : 'Make private'}
          </MenuItem>
        )}
        {mayDelete && <MenuSeparator />}
        {mayDelete && (
          <MenuItem isDanger icon={<Trash2 aria-hidden />} onSelect={onDelete}>
            Delete
          </MenuItem>
        )}
      </Menu>
    </li>
  )
}
