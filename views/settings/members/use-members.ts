import { useState } from 'react'
import type { Role } from '../../../contract/access.ts'
import { listMembers, type MembersQuery } from '../../../contract/settings/members.ts'
import { useApplication } from '../../application/context.tsx'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import type { MemberRow } from './member-columns.tsx'
import { membersHref, readQuery } from './query.ts'

/** Members for the address's query, reloaded after changes by others. */
export function useMembers(projectKey: string) {
  const { send } = useApplication()
  const [acting, setActing] = useState<Role>('GUEST')
  const changes$ = useSettingsChanges(['members'])
  const list = usePagedList<MemberRow, MembersQuery>({
    load: async (query, signal) => {
      const page = await send(listMembers, { params: { projectKey }, query, signal })
      setActing(page.acting)
      return { rows: page.items.map((member) => ({ ...member, id: member.userId })), total: page._meta.total }
    },
    read: readQuery,
    hrefOf: (query) => membersHref(projectKey, query),
    follow: () => changes$,
  })
  return { ...list, acting }
}
