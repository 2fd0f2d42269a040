import { useState } from 'react'
import type { Role } from '../../../contract/access.ts'
import type { Member, MembersQuery } from '../../../contract/settings/members.ts'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { membersHref, readQuery } from './query.ts'
import { useSettings } from '../use-settings.ts'

/** Members for the address's query, reloaded after changes by others. */
export function useMembers(projectKey: string) {
  const settings = useSettings()
  const [acting, setActing] = useState<Role>('GUEST')
  const changes$ = useSettingsChanges(['members'])
  const list = usePagedList<Member, MembersQuery>({
    load: async (query, signal) => {
      const page = await settings.members.list(projectKey, query, signal)
      setActing(page.acting)
      return { rows: page.items, total: page._meta.total }
    },
    read: readQuery,
    hrefOf: (query) => membersHref(projectKey, query),
    follow: () => changes$,
  })
  return { ...list, acting }
}
