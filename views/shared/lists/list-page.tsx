/** Page of a list of a project's objects: its query is in the address, and every state of the list has its words. */
import { Plus, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListQuery } from '../../../machines/patterns/paged-list.machine.ts'
import { useProject } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import type { Noun } from '../../ui/lists/pagination-range.ts'
import { Page } from '../page/page.tsx'
import { ListPages } from './list-pages.tsx'
import { ListStates } from './list-states.tsx'
import type { PagedList } from './use-paged-list.ts'

export interface ListPageProps<Row, Query extends ListQuery> {
  title: string
  noun: Noun
  list: PagedList<Row, Query> & { clear: () => void }
  toolbar: ReactNode
  /** Link to the page that creates one; null without the right. An empty list shows it in the middle instead. */
  create: { label: string; href: string } | null
  /** Before the link that creates one. */
  actions?: ReactNode
  empty: { icon: LucideIcon; title: string; text: string; create: { label: string; href: string } | null }
  /** Which objects were searched. */
  noResults: string
  /** Below the reason why the list did not load. */
  instead?: ReactNode
  /** `rows` is null while loading. */
  table: (rows: readonly Row[] | null) => ReactNode
  /** Content above the table, such as unsent objects. */
  above?: ReactNode
  dialogs: ReactNode
}

export function ListPage<Row, Query extends ListQuery>(props: ListPageProps<Row, Query>) {
  const { title, noun, list, toolbar, create, actions, empty, noResults, instead, table, above, dialogs } = props
  const project = useProject()
  const Icon = empty.icon
  return (
    <Page
      title={title}
      documentTitle={`${title} · ${project.name}`}
      actions={
        <>
          {actions}
          {create !== null && (list.face !== 'empty' || empty.create === null) && <Create {...create} />}
        </>
      }
      toolbar={toolbar}
      foot={<ListPages list={list} noun={noun} isAlways />}
    >
      {above}
      <ListStates
        title={title}
        list={list}
        empty={
          <EmptyState
            icon={<Icon aria-hidden />}
            title={empty.title}
            {...(empty.create === null ? {} : { actions: <Create {...empty.create} /> })}
          >
            {empty.text}
          </EmptyState>
        }
        noResults={
          <EmptyState
            title={`No ${noun[1]} match these filters`}
            actions={<Button onClick={list.clear}>Clear filters</Button>}
          >
            {noResults}
          </EmptyState>
        }
        unaffected="Your filters are kept."
        instead={instead}
      >
        {table}
      </ListStates>
      {dialogs}
    </Page>
  )
}

const Create = ({ label, href }: { label: string; href: string }) => (
  <ButtonLink variant="primary" href={href} icon={<Plus aria-hidden />}>
    {label}
  </ButtonLink>
)
