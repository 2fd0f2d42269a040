/** Members of the project and their roles: search, sort, ten per page. */
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Member } from '../../../contract/settings/members.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject } from '../../application/context.tsx'
import { useAddressAsk } from '../../shared/use-address-ask.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { AddMembers } from './add-members.tsx'
import { MembersTable, MembersTableSkeleton, SORTABLE } from './members-table.tsx'
import styles from './members.module.css'
import { membersHref } from './query.ts'
import { RemoveMember } from './remove-member.tsx'
import { useMembers } from './use-members.ts'

export function MembersPage() {
  const { key } = useProject()
  const list = useMembers(key)
  const { query, face } = list
  const [, navigate] = useLocation()
  const [isAdding, setAdding] = useState(false)
  useAddressAsk('add', () => setAdding(true))
  const [leaving, setLeaving] = useState<Member | null>(null)
  return (
    <SettingsPage
      title="Members"
      actions={
        <Button variant="primary" icon={<UserPlus aria-hidden />} onClick={() => setAdding(true)}>
          Add members
        </Button>
      }
      toolbar={
        <div className={styles.toolbar}>
          <SearchField
            label="Search members"
            value={list.typed}
            onValueChange={list.search}
            onKeyDown={(event) => {
              if (event.key === 'Enter') list.submitSearch()
            }}
          />
          <Select
            className={styles.sort}
            label="Sort by"
            hideLabel
            look="bare"
            value={`${query.sort} ${query.descending ? 'desc' : 'asc'}`}
            options={SORTS}
            onValueChange={(value) => {
              const [sort, order] = value.split(' ')
              const known = SORTABLE.find(({ id }) => id === sort)
              if (known) list.filter({ sort: known.id, descending: order === 'desc' })
            }}
          />
        </div>
      }
      foot={
        face === 'shown' &&
        list.total > query.pageSize && (
          <div className={styles.foot}>
            <Pagination
              page={query.page}
              pageSize={query.pageSize}
              total={list.total}
              noun={['member', 'members']}
              hrefFor={(page) => membersHref(key, { ...query, page })}
            />
          </div>
        )
      }
    >
      {face === 'loading' && <MembersTableSkeleton query={query} />}
      {face === 'failed' && (
        <ProblemState title="Members did not load" onRetry={list.refresh} isRetrying={list.isBusy}>
          {messageOf(list.failure)}
        </ProblemState>
      )}
      {face === 'empty' && (
        <EmptyState title="No members yet" actions={<Button onClick={() => setAdding(true)}>Add members</Button>}>
          Members can view the project and work in it according to their role.
        </EmptyState>
      )}
      {face === 'noResults' && (
        <EmptyState
          title={TEXTS.noUsers}
          actions={
            <Button onClick={() => navigate(membersHref(key, { ...query, q: '', page: 1 }))}>Clear search</Button>
          }
        >
          No name, username or e-mail contains “{query.q}”.
        </EmptyState>
      )}
      {face === 'shown' && (
        <MembersTable
          rows={list.rows}
          acting={list.acting}
          query={query}
          isBusy={list.isBusy}
          onSort={list.filter}
          onRoleGiven={list.refresh}
          onRemove={setLeaving}
        />
      )}
      {isAdding && <AddMembers acting={list.acting} onClose={() => setAdding(false)} onAdded={list.refresh} />}
      {leaving !== null && <RemoveMember member={leaving} onClose={() => setLeaving(null)} onRemoved={list.refresh} />}
    </SettingsPage>
  )
}

/** Sorting for the card layout, which has no column headers. */
const SORTS = SORTABLE.flatMap(({ id, label, ways }) => [
  { value: `${id} asc`, label: `${label}: ${ways[0]}` },
  { value: `${id} desc`, label: `${label}: ${ways[1]}` },
])
